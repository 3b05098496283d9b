// What the core asks of the program around it, which is JavaScript: page/src/core.ts.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {

/// Unpacks one zstd frame. Returns how many bytes came out, all of which are at `out`; a negative number when
/// the frame cannot be read, or when there are more than `out_bytes`.
__attribute__((import_module("host"), import_name("unzstd"))) std::int32_t host_unzstd(
    const std::uint8_t* frame, std::size_t frame_bytes, std::uint8_t* out, std::size_t out_bytes);

/// Shows how far a check has come.
__attribute__((import_module("host"), import_name("progress"))) void host_progress(
    double replies_done, double replies_total, double positions_done, double positions_total, double gaps);
}
