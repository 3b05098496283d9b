#include "format/text/gap_list.hpp"

#include <algorithm>

#include "base/files/file.hpp"
#include "format/refusal.hpp"
#include "format/text/json_lines.hpp"
#include "game/notation.hpp"
#include "proof/gap_check.hpp"

namespace fiveproof {
namespace {

constexpr TextFormat gap_list_format{"fiveproof-gaps", 2};

std::string header_line(const GapListHeader& header) {
  OrderedJson out = OrderedJson::object();
  put_claim(out, gap_list_format, {header.rule, header.size, header.attacker, {}});
  out["proof"] = header.proof_hash;
  out["roots"] = roots_json(header.roots);
  if (header.partial) out["partial"] = true;
  return out.dump() + "\n";
}

/// require: check_gap has nothing against it.
std::string gap_line(const Gap& gap, const std::vector<Root>& roots) {
  OrderedJson out = gap_json(gap, "kind");
  if (const auto moves = moves_to(gap, roots)) out["moves"] = to_text(*moves);
  if (gap.shared > 1) out["shared"] = gap.shared;
  return out.dump() + "\n";
}

/// The number under "shared"; 1 when the key is absent.
std::uint64_t get_shared(const nlohmann::json& object, const TextLine& line) {
  const auto found = object.find("shared");
  if (found == object.end()) return 1;
  if (!found->is_number_unsigned() || found->get<std::uint64_t>() < 2)
    line.refuse("expected a number from 2 under \"shared\"");
  return found->get<std::uint64_t>();
}

/// Version 1 has no "moves".
void check_moves(const nlohmann::json& object, const Gap& gap, const ClaimHeader& claim,
                 const TextLine& line) {
  if (!object.contains("moves")) return;
  if (claim.version == 1) line.refuse("expected a known key, found \"moves\", which version 1 has not");
  if (get_squares(object, "moves", claim.size, line) != moves_to(gap, claim.roots))
    line.refuse("expected \"moves\" to be those of the root and of \"line\"");
}

bool is_hash(const std::string& text) {
  return text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

Status check_header(const GapListHeader& header) {
  if (!is_hash(header.proof_hash)) return Error{ErrorCode::usage, "expected a content hash of 64 hex digits"};
  for (const Root& root : header.roots) FIVEPROOF_TRY(check_root(root, header.size));
  return Done{};
}

std::pair<GapListHeader, ClaimHeader> read_header(const TextLine& line, const ReaderLimits& limits) {
  const auto object =
      parse_object(line, {"format", "version", "rule", "size", "attacker", "proof", "roots", "partial"});
  ClaimHeader claim = get_claim(object, gap_list_format, limits, line);
  std::string hash = get_text(object, "proof", line);
  if (!is_hash(hash)) line.refuse("expected a content hash of 64 hex digits under \"proof\"");
  const auto partial = object.find("partial");
  if (partial != object.end() && *partial != true) line.refuse("expected \"partial\" to be true or absent");
  GapListHeader header{claim.rule,      claim.size,  claim.attacker,
                       std::move(hash), claim.roots, partial != object.end()};
  return {std::move(header), std::move(claim)};
}

GapList read_lines(TextInput input, const ReaderLimits& limits) {
  LineReader lines(std::move(input), limits);
  auto [header, claim] = read_header(lines.header(), limits);
  GapList list{std::move(header), {}};
  while (const auto line = lines.next()) {
    if (list.gaps.size() >= limits.max_gaps)
      line->refuse(ErrorCode::limit,
                   "expected at most " + std::to_string(limits.max_gaps) + " gaps, found more");
    const auto object = parse_object(*line, {"kind", "root", "line", "moves", "black", "white", "to-move",
                                             "by", "limit", "source-offset", "shared"});
    list.gaps.push_back(get_gap(object, "kind", claim, *line));
    check_moves(object, list.gaps.back(), claim, *line);
    list.gaps.back().shared = get_shared(object, *line);
  }
  return list;
}

}  // namespace

std::optional<std::vector<Square>> moves_to(const Gap& gap, const std::vector<Root>& roots) {
  if (!gap.root || !roots[*gap.root].moves) return std::nullopt;
  std::vector<Square> moves = *roots[*gap.root].moves;
  moves.insert(moves.end(), gap.line.begin(), gap.line.end());
  return moves;
}

GapListHeader gap_list_header(const Proof& proof) {
  return {proof.rule, proof.size, proof.attacker, content_hash(proof), proof.roots, false};
}

GapListWriter::GapListWriter(AtomicFile file, Packing packing, GapListHeader header)
    : file_(std::move(file)), packer_(packing), header_(std::move(header)) {}

Result<GapListWriter> GapListWriter::open(const std::string& path, const GapListHeader& header) {
  FIVEPROOF_TRY(check_header(header));
  FIVEPROOF_LET(auto file, AtomicFile::create(path));
  return GapListWriter(std::move(file), packing_of(path), header);
}

void GapListWriter::mark_partial() {
  FIVEPROOF_ENSURE(!has_begun_);
  header_.partial = true;
}

/// Writes the header, with the first gap or at the end: only then is it known.
Status GapListWriter::begin() {
  if (has_begun_) return Done{};
  has_begun_ = true;
  return file_.write(packer_.put(header_line(header_)));
}

Status GapListWriter::add(const Gap& gap) {
  FIVEPROOF_TRY(check_gap(gap, header_.roots, header_.size));
  FIVEPROOF_TRY(begin());
  return file_.write(packer_.put(gap_line(gap, header_.roots)));
}

Status GapListWriter::close() {
  FIVEPROOF_TRY(begin());
  FIVEPROOF_TRY(file_.write(packer_.finish()));
  return file_.commit();
}

Result<std::string> gap_list_text(const GapList& list) {
  FIVEPROOF_TRY(check_header(list.header));
  std::string out = header_line(list.header);
  for (const Gap& gap : list.gaps) {
    FIVEPROOF_TRY(check_gap(gap, list.header.roots, list.header.size));
    out += gap_line(gap, list.header.roots);
  }
  return out;
}

Result<GapList> read_gap_list(std::span<const std::uint8_t> bytes, const ReaderLimits& limits,
                              const std::string& file_name) {
  return guarded(file_name,
                 [&] { return read_lines(TextInput::over(bytes, Packing::none, limits), limits); });
}

Result<GapList> read_gap_list_file(const std::string& path, const ReaderLimits& limits) {
  return guarded(input_name(path), [&] {
    return read_lines(value_or_refuse(TextInput::open(path, packing_of(path), limits)), limits);
  });
}

}  // namespace fiveproof
