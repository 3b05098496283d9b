// What `fiveproof info` says of a file that claims nothing: a library, a game, a database.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "cli/output/json_output.hpp"
#include "convert/formats.hpp"
#include "convert/tree/tree_facts.hpp"

namespace fiveproof::cli {

class TreeInfo {
 public:
  /// `missing`: the options that would make it a proof. `read` must outlive this.
  TreeInfo(const convert::TreeReading& read, convert::Format format, std::string missing);

  void tell(std::ostream& out) const;
  /// "tree" in spec/info.schema.json.
  [[nodiscard]] Json as_json() const;

 private:
  /// Remarks of one text.
  struct Odd {
    convert::Remark first;
    std::uint64_t times = 0;
  };
  void sum_up_oddities();
  void tell_texts(std::ostream& out) const;
  void tell_oddities(std::ostream& out) const;
  void add_counts(Json& object) const;
  void add_oddities(Json& object) const;
  void add_shown(Json& object) const;

  const convert::TreeReading& read_;
  convert::Format format_;
  std::string missing_;
  convert::TreeFacts facts_;
  std::vector<Odd> odd_;  ///< in the order in which they came
};

}  // namespace fiveproof::cli
