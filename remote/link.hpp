// A connection to the database, which may break and come back. Of this room alone: nobody else sees libpqxx.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <pqxx/pqxx>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "solve/store/store_keys.hpp"

namespace fiveproof::remote {

/// What went wrong with the database.
struct Trouble {
  Error error;
  bool is_passing =
      false;  ///< the server is away, or was busy with others: what was asked may be asked again
};

/// Thrown by Link::on_connect: it would be no different another time.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One connection, used by one thread at a time.
class Link {
 public:
  using Work = std::function<void(pqxx::transaction_base&)>;
  /// Several statements are one transaction by saying so. One alone is one anyhow, in a third of the round
  /// trips.
  enum class Extent : std::uint8_t { several, one };

  explicit Link(std::string url) : url_(std::move(url)) {}

  /// What is done at the beginning of each connection, besides what every one of ours needs.
  std::function<void(pqxx::connection&)> on_connect;

  /// Does `work` as one transaction, once; connects before that where there is no connection. It may have
  /// been done although there was trouble, if that came at the end.
  [[nodiscard]] std::optional<Trouble> attempt(const Work& work, Extent extent = Extent::several);
  /// The same, again and again while the trouble is passing, for ten minutes, or until `is_over`.
  [[nodiscard]] Status run(const Work& work, const std::function<bool()>& is_over,
                           Extent extent = Extent::several);

  /// Connects for the first time. A server that comes up or goes down is waited for; any other trouble is
  /// told at once, as an address may be wrong.
  [[nodiscard]] Status reach(const std::function<bool()>& is_over);
  /// Null: not connected.
  [[nodiscard]] pqxx::connection* connection() { return connection_.get(); }
  void close();

 private:
  void open();

  std::string url_;
  std::unique_ptr<pqxx::connection> connection_;
  std::unique_ptr<pqxx::quiet_errorhandler> quiet_;  // dies before the connection
};

[[nodiscard]] Error queue_error(ErrorCode code, const std::string& message);

/// An array of bytea as PostgreSQL reads it.
[[nodiscard]] std::string bytea_array(const std::vector<solve::Bytes>& items);
[[nodiscard]] pqxx::binarystring bytea(solve::Span bytes);
[[nodiscard]] solve::Bytes bytes_of(const pqxx::field& field);

}  // namespace fiveproof::remote
