#include "remote/link.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <new>
#include <thread>

namespace fiveproof::remote {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::chrono::minutes patience{10};
constexpr milliseconds first_pause{50}, longest_pause{2000}, step{20};

/// The server is shut down or comes up, too many are connected, a snapshot or a lock was another's.
bool is_passing(const std::string& state) {
  static constexpr std::array<std::string_view, 7> passing = {"57P01", "57P02", "57P03", "53300",
                                                              "40001", "40P01", "08006"};
  return std::ranges::find(passing, state) != passing.end();
}

/// The first line of what the server says.
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

Trouble trouble(const std::exception& error, bool passing) {
  return {queue_error(ErrorCode::io, first_line(error.what())), passing};
}

}  // namespace

Error queue_error(ErrorCode code, const std::string& message) { return {code, message, "--queue", {}}; }

void Link::open() {
  auto connection = std::make_unique<pqxx::connection>(url_);
  auto quiet = std::make_unique<pqxx::quiet_errorhandler>(*connection);
  {
    pqxx::nontransaction set(*connection);
    // A machine that is switched off is noticed within two minutes, on both sides.
    set.exec(
        "SET client_min_messages = warning; SET tcp_keepalives_idle = 60; SET tcp_keepalives_interval = 20; "
        "SET tcp_keepalives_count = 3; SET search_path = fiveproof, pg_temp; SET bytea_output = hex");
  }
  if (on_connect) on_connect(*connection);
    // Otherwise libpqxx would connect anew by itself, without all of this. It says that it will not do so for
    // ever.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  connection->inhibit_reactivation(true);
#pragma GCC diagnostic pop
  connection_ = std::move(connection);
  quiet_ = std::move(quiet);
}

void Link::close() {
  quiet_.reset();
  connection_.reset();
}

std::optional<Trouble> Link::attempt(const Work& work, Extent extent) {
  bool is_opening = !connection_;
  try {
    if (is_opening) open();
    is_opening = false;
    if (extent == Extent::one) {
      pqxx::nontransaction alone(*connection_);
      work(alone);
      return std::nullopt;
    }
    pqxx::work transaction(*connection_);
    work(transaction);
    transaction.commit();
    return std::nullopt;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const pqxx::sql_error& error) {
    const bool passing = is_passing(error.sqlstate());
    const bool is_gone = connection_ && !connection_->is_open();
    auto told = trouble(error, passing || is_gone);
    if (told.is_passing) close();
    return told;
  } catch (const pqxx::failure& error) {  // broken_connection, in_doubt_error and what is like them
    auto told = trouble(error, true);
    close();
    return told;
  } catch (const Refused& error) {
    return trouble(error, false);
  } catch (const std::exception& error) {
    // A connection that is cut off shows in many ways, not all of which are errors of the database to
    // libpqxx.
    const bool is_gone = is_opening || !connection_->is_open();
    close();
    return trouble(error, is_gone);
  }
}

Status Link::reach(const std::function<bool()>& is_over) {
  constexpr std::string_view on_its_way =
      "the database system is";  // starting up, shutting down, in recovery
  for (const auto end = Clock::now() + patience;;) {
    auto told = attempt([](pqxx::transaction_base& work) { work.exec("SELECT 1"); }, Extent::one);
    if (!told) return Done{};
    const bool is_coming = told->error.message.find(on_its_way) != std::string::npos;
    if (!is_coming || is_over() || Clock::now() >= end) return told->error;
    std::this_thread::sleep_for(first_pause);
  }
}

Status Link::run(const Work& work, const std::function<bool()>& is_over, Extent extent) {
  const auto end = Clock::now() + patience;
  milliseconds pause = first_pause;
  for (;;) {
    auto told = attempt(work, extent);
    if (!told) return Done{};
    if (!told->is_passing || Clock::now() >= end) return told->error;
    for (milliseconds waited{0}; waited < pause; waited += step) {
      if (is_over()) return told->error;
      std::this_thread::sleep_for(step);
    }
    pause = std::min(pause * 2, longest_pause);
  }
}

std::string bytea_array(const std::vector<solve::Bytes>& items) {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string text = "{";
  for (const solve::Bytes& item : items) {
    text += text.size() > 1 ? ",\"\\\\x" : "\"\\\\x";
    for (std::uint8_t byte : item) {
      text += digits[byte >> 4];
      text += digits[byte & 15];
    }
    text += '"';
  }
  return text + '}';
}

pqxx::binarystring bytea(solve::Span bytes) { return pqxx::binarystring(bytes.data(), bytes.size()); }

solve::Bytes bytes_of(const pqxx::field& field) {
  if (field.is_null()) return {};
  const pqxx::binarystring bytes(field);
  return {bytes.data(), bytes.data() + bytes.size()};
}

}  // namespace fiveproof::remote
