#include "base/files/atomic_file.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include <catch2/catch.hpp>

#include "base/files/file.hpp"
#include "base/files/temporary_file.hpp"
#include "tests/bytes_of.hpp"
#include "tests/file_size_limit.hpp"
#include "tests/system_calls.hpp"
#include "tests/temporary_folder.hpp"

using namespace fiveproof;
using namespace fiveproof::test;
namespace fs = std::filesystem;

namespace {

std::string content(const std::string& path) {
  const auto bytes = read_file(path, 1 << 20).value();
  return {bytes.begin(), bytes.end()};
}

}  // namespace

TEST_CASE("a file appears at commit, whole", "[base][file]") {
  TemporaryFolder folder;
  const std::string path = folder.file("a");
  auto file = AtomicFile::create(path).value();
  const std::string text(200000, 'x');
  REQUIRE(file.write(text).ok());
  CHECK_FALSE(fs::exists(path));
  REQUIRE(file.commit().ok());
  CHECK(content(path) == text);
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
}

TEST_CASE("without commit the old file stays", "[base][file]") {
  TemporaryFolder folder;
  const std::string path = folder.file("a");
  REQUIRE(write_file(path, bytes_of("old")).ok());
  {
    auto file = AtomicFile::create(path).value();
    REQUIRE(file.write("new").ok());
    auto moved = std::move(file);
  }
  CHECK(content(path) == "old");
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
}

TEST_CASE("a replaced file keeps its mode, a link stays a link", "[base][file]") {
  TemporaryFolder folder;
  REQUIRE(write_file(folder.file("a"), bytes_of("old")).ok());
  REQUIRE(::chmod(folder.file("a").c_str(), 0640) == 0);
  fs::create_symlink("a", folder.file("link"));
  REQUIRE(write_file(folder.file("link"), bytes_of("new")).ok());
  CHECK(fs::is_symlink(folder.file("link")));
  CHECK(content(folder.file("a")) == "new");
  struct stat status {};
  REQUIRE(::stat(folder.file("a").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0640);
}

TEST_CASE("errors of the system are values", "[base][file]") {
  TemporaryFolder folder;
  CHECK(write_file(folder.file("none/a"), {}).error().code == ErrorCode::io);
  CHECK(write_file(folder.path().string(), {}).error().code == ErrorCode::io);
  CHECK(write_file("/dev/full", bytes_of("x")).error().code == ErrorCode::io);
  CHECK(write_file("/dev/null", bytes_of("x")).ok());
  CHECK(fs::exists("/dev/null"));
  CHECK(read_file(folder.path().string(), 10).error().code == ErrorCode::io);
}

TEST_CASE("a file is read up to its limit", "[base][file]") {
  TemporaryFolder folder;
  REQUIRE(write_file(folder.file("a"), bytes_of("12345")).ok());
  CHECK(read_file(folder.file("a"), 5).ok());
  CHECK(read_file(folder.file("a"), 4).error().code == ErrorCode::limit);
  CHECK(read_file(folder.file("b"), 4).error().code == ErrorCode::io);
  // Nothing says how long this one is, and of one that is far too long nothing is read.
  CHECK(read_file("/proc/self/status", 4).error().code == ErrorCode::limit);
  fs::resize_file(folder.file("a"), std::uintmax_t{1} << 42);
  CHECK(read_file(folder.file("a"), 4).error().code == ErrorCode::limit);
}

TEST_CASE("of standard input is left what nobody has read", "[base][file]") {
  TemporaryFolder folder;
  REQUIRE(write_file(folder.file("a"), bytes_of("12345")).ok());
  const int before = ::dup(STDIN_FILENO), file = ::open(folder.file("a").c_str(), O_RDONLY);
  REQUIRE(::lseek(file, 3, SEEK_SET) == 3);
  REQUIRE(::dup2(file, STDIN_FILENO) == STDIN_FILENO);
  {
    auto input = InputFile::open("-");
    REQUIRE(input.ok());
    CHECK(input.value().length() == 2);
  }
  ::dup2(before, STDIN_FILENO);
  for (const int descriptor : {before, file}) ::close(descriptor);
}

TEST_CASE("room that a temporary file cannot have is an error", "[base][file]") {
  const auto file = TemporaryFile::create({});
  REQUIRE(file.ok());
  CHECK(file.value().reserve(500).ok());
  const FileSizeLimit limit(1000);
  const auto reserved = file.value().reserve(100'000);
  REQUIRE_FALSE(reserved.ok());
  CHECK(reserved.error().code == ErrorCode::io);
}

TEST_CASE("temporary files are in the folder that TMPDIR names, or in /tmp", "[base][file]") {
  TemporaryFolder folder;
  const char* const named = ::getenv("TMPDIR");
  const std::optional<std::string> before =
      named != nullptr ? std::optional<std::string>(named) : std::nullopt;
  // The error says where the file is.
  const auto folder_with = [](const char* name) {
    if (name != nullptr)
      ::setenv("TMPDIR", name, 1);
    else
      ::unsetenv("TMPDIR");
    const auto file = TemporaryFile::create({});
    if (!file.ok()) return file.error().file;
    const FileSizeLimit limit(1000);
    return file.value().reserve(100'000).error().file;
  };
  CHECK(folder_with(folder.path().c_str()) == folder.path().string());
  CHECK(folder_with("") == "/tmp");
  CHECK(folder_with(nullptr) == "/tmp");
  CHECK(folder_with(folder.file("none").c_str()) == folder.file("none"));
  if (before)
    ::setenv("TMPDIR", before->c_str(), 1);
  else
    ::unsetenv("TMPDIR");
}

TEST_CASE("a signal ends neither reading nor writing", "[base][file]") {
  TemporaryFolder folder;
  const std::string path = folder.file("pipe");
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  struct sigaction before {
  }, counted{}, ignored{}, broken{};
  static std::atomic<int> signals;
  signals = 0;
  counted.sa_handler = [](int) { ++signals; };  // without SA_RESTART
  REQUIRE(::sigaction(SIGUSR1, &counted, &before) == 0);
  ignored.sa_handler = SIG_IGN;  // whoever gives up leaves the other one alone
  REQUIRE(::sigaction(SIGPIPE, &ignored, &broken) == 0);
  const pthread_t here = ::pthread_self();
  const auto disturb = [&](int times) {
    for (int i = 0; i < times; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      ::pthread_kill(here, SIGUSR1);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  };
  const std::string text(1 << 20, 'x');  // more than a pipe holds
  std::string seen;
  {
    std::thread reader([&] {
      const int file = ::open(path.c_str(), O_RDONLY);
      disturb(10);
      std::array<char, 4096> piece;
      for (ssize_t got; (got = ::read(file, piece.data(), piece.size())) > 0;)
        seen.append(piece.data(), static_cast<std::size_t>(got));
      ::close(file);
    });
    CHECK(write_file(path, bytes_of(text)).ok());
    reader.join();
  }
  const bool is_whole = seen == text;  // nobody wants to see it
  CHECK(is_whole);
  {
    std::thread writer([&] {
      const int file = ::open(path.c_str(), O_WRONLY);
      disturb(10);
      (void)!::write(file, "12345", 5);
      ::close(file);
    });
    const auto bytes = read_file(path, 100);
    writer.join();
    CHECK((bytes.ok() && bytes.value().size() == 5));
  }
  CHECK(signals > 2);
  ::sigaction(SIGUSR1, &before, nullptr);
  ::sigaction(SIGPIPE, &broken, nullptr);
}

TEST_CASE("whether a file can be written is found out without a trace", "[format][file]") {
  TemporaryFolder folder;
  const std::string path = folder.file("a");
  CHECK(check_writable(path).ok());
  CHECK_FALSE(fs::exists(path));
  REQUIRE(write_file(path, bytes_of("old")).ok());
  CHECK(check_writable(path).ok());
  CHECK(content(path) == "old");
  CHECK(check_writable("-").ok());
  CHECK(check_writable("/dev/null").ok());
  REQUIRE(::mkfifo(folder.file("pipe").c_str(), 0600) == 0);
  CHECK(check_writable(folder.file("pipe")).ok());  // and does not wait for a reader
  CHECK(check_writable(folder.path().string()).error().code == ErrorCode::io);
  CHECK(check_writable(folder.file("none") + "/a").error().code == ErrorCode::io);
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 2);
}

TEST_CASE("a link to a file that is not there yet is followed", "[base][file]") {
  TemporaryFolder folder;
  fs::create_directory(folder.file("far"));
  fs::create_symlink("far/second", folder.file("first"));
  fs::create_symlink("third", folder.file("far/second"));
  CHECK(file_behind(folder.file("first")) == folder.file("far/third"));
  REQUIRE(write_file(folder.file("first"), bytes_of("new")).ok());
  CHECK(fs::is_symlink(folder.file("first")));
  CHECK(fs::is_symlink(folder.file("far/second")));
  CHECK(content(folder.file("far/third")) == "new");
  fs::create_symlink("round", folder.file("round"));
  CHECK(write_file(folder.file("round"), bytes_of("new")).error().code == ErrorCode::io);
  CHECK(fs::is_symlink(folder.file("round")));
}

TEST_CASE("two names of one file are told, also before it is there", "[base][file]") {
  TemporaryFolder folder;
  fs::create_directory(folder.file("inner"));
  fs::create_symlink("there", folder.file("link"));
  const std::string there = folder.file("there");
  CHECK(is_same_file(there, there));
  CHECK(is_same_file(there, folder.file("link")));
  CHECK(is_same_file(there, folder.file("inner/../there")));
  CHECK(is_same_file("there", "./there"));
  CHECK(is_same_file("there", fs::current_path().string() + "/there"));
  CHECK_FALSE(is_same_file(there, folder.file("inner/there")));
  CHECK_FALSE(is_same_file("-", "-"));
  CHECK_FALSE(is_same_file("", ""));
  REQUIRE(write_file(there, bytes_of("x")).ok());
  fs::create_hard_link(there, folder.file("other"));
  CHECK(is_same_file(there, folder.file("other")));
}

TEST_CASE("what is open already is written to where it stands", "[base][file]") {
  CHECK(open_descriptor("-") == 1);
  CHECK(open_descriptor("/dev/stdout") == 1);
  CHECK(open_descriptor("/dev/stderr") == 2);
  CHECK(open_descriptor("/dev/fd/63") == 63);
  CHECK(open_descriptor("/proc/self/fd/7") == 7);
  for (const char* other : {"", "/dev/null", "/dev/fd", "/dev/fd/", "/dev/fd/7x", "/dev/fd/-1",
                            "/dev/fd/99999999999", "7", "fd/7", "/dev/stdout/"})
    CHECK_FALSE(open_descriptor(other).has_value());
  CHECK(is_same_output("-", "/dev/stdout"));
  CHECK_FALSE(is_same_output("-", "/dev/stderr"));

  TemporaryFolder folder;
  const std::string path = folder.file("a");
  const Descriptor open(::open(path.c_str(), O_RDWR | O_CREAT, 0600));
  const std::string name = "/dev/fd/" + std::to_string(open.number());
  fs::create_symlink(name, folder.file("link"));
  CHECK(open_descriptor(folder.file("link")) == open.number());
  // Neither is the file replaced nor is it begun anew.
  REQUIRE(::write(open.number(), "one ", 4) == 4);
  REQUIRE(write_file(name, bytes_of("two ")).ok());
  REQUIRE(check_writable(name).ok());
  REQUIRE(write_file(folder.file("link"), bytes_of("three")).ok());
  CHECK(content(path) == "one two three");
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 2);
  CHECK(write_file("/dev/fd/99999", bytes_of("x")).error().code == ErrorCode::io);

  // A pipe's link leads to no name of a file.
  int pipe[2];
  REQUIRE(::pipe(pipe) == 0);
  const Descriptor from(pipe[0]), to(pipe[1]);
  REQUIRE(write_file("/dev/fd/" + std::to_string(to.number()), bytes_of("four")).ok());
  char read[5] = {};
  CHECK(::read(from.number(), read, 4) == 4);
  CHECK(std::string(read) == "four");
}

TEST_CASE("a file is on the disk before it gets its name, and then its name is", "[base][file]") {
  TemporaryFolder folder;
  const std::string path = folder.file("a");
  for (const char* text : {"new", "newer"}) {
    const SystemCalls calls;
    REQUIRE(write_file(path, bytes_of(text)).ok());
    auto asked = calls.all();
    // What was closed before is none of the file: the folder is looked through for what killed processes
    // left.
    const auto is_sync = [](const std::string& call) { return call.starts_with("fsync "); };
    asked.erase(asked.begin(), std::find_if(asked.begin(), asked.end(), is_sync));
    REQUIRE(asked.size() == 6);
    const std::string temporary = asked[0].substr(std::string("fsync ").size());
    CHECK(temporary.starts_with(path + ".tmp"));
    CHECK(asked == std::vector{"fsync " + temporary, "close " + temporary, "rename " + temporary + ' ' + path,
                               "fsync " + folder.path().string(), "close " + folder.path().string(),
                               "close " + path});  // the lock, which says that the name is in use
  }
}

TEST_CASE("that a file may not last is an error", "[base][file]") {
  TemporaryFolder folder;
  const std::string path = folder.file("a");
  const std::string temporary = path + ".tmp-", of_folder = "fsync " + folder.path().string();
  for (const auto& expected : {std::pair{"fsync " + temporary, "cannot sync: "},
                               {"close " + temporary, "cannot close: "},
                               {"rename " + temporary, "cannot rename: "},
                               {of_folder, "cannot sync the folder of: "}}) {
    const auto& refused = expected.first;
    CAPTURE(refused);
    const SystemCalls calls([&](const std::string& call) {
      return refused == of_folder ? call == of_folder : call.starts_with(refused);
    });
    const auto written = write_file(path, bytes_of("x"));
    REQUIRE_FALSE(written.ok());
    CHECK(written.error().code == ErrorCode::io);
    CHECK(written.error().file == path);
    CHECK(written.error().message.starts_with(expected.second));
  }
}

TEST_CASE("after an error nothing more is written, and no file appears", "[base][file]") {
  TemporaryFolder folder;
  const std::string path = folder.file("a");
  const std::string text(100'000, 'x');
  auto file = AtomicFile::create(path).value();
  {
    const FileSizeLimit limit(1000);
    CHECK(file.write(text).error().message.starts_with("cannot write: "));
  }
  CHECK_FALSE(file.write("y").ok());
  CHECK_FALSE(file.commit().ok());
  CHECK_FALSE(fs::exists(path));
}
