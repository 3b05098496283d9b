/* Loaded before the C library (LD_PRELOAD): a disk that fails or a process that is killed at one call which changes
 * files, and a clock that jumps. Standard streams are left alone.
 *
 * DISK_AT=N          it happens at the N-th of the calls since the program was loaded
 * DISK_DO=kill       SIGKILL before the call
 *         torn       half of a write, in sectors of 512 bytes, or all of any other call, then SIGKILL
 *         half       half of a write; the calls are as ever otherwise (write() may do that at any time)
 *         fail       the call fails; DISK_ERRNO=N says how
 *         signal     DISK_SIGNAL=N before the call, and time to act on it
 * DISK_FOR_GOOD=1    so do the calls after it (fail, half)
 * DISK_CALLS=WORD    which calls count: all (default), write, sync
 * DISK_COUNT_TO=FILE at the end of the process, how many calls there were
 * CLOCK_JUMPS=N      the time of day jumps to and fro by up to a year, now and then; the clock that only goes on jumps
 *                    ahead by up to ten minutes, as after a sleep of the machine. N: of the random numbers
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum deed { do_nothing, do_kill, do_torn, do_half, do_fail, do_signal };
enum kind { kind_other = 1, kind_write = 2, kind_sync = 4 };

static atomic_ulong count;
static unsigned long happens_at; /* 0: never */
static enum deed deed;
static unsigned counted = kind_other | kind_write | kind_sync;
static int is_for_good, number_of_error, number_of_signal;
static unsigned long jumps; /* 0: none */

static unsigned long number_named(const char* name) {
  const char* text = getenv(name);
  return text == NULL ? 0 : strtoul(text, NULL, 10);
}

__attribute__((constructor)) static void read_wishes(void) {
  static const char* const deeds[] = {"nothing", "kill", "torn", "half", "fail", "signal"};
  happens_at = number_named("DISK_AT");
  is_for_good = number_named("DISK_FOR_GOOD") != 0;
  number_of_error = (int)number_named("DISK_ERRNO");
  number_of_signal = (int)number_named("DISK_SIGNAL");
  jumps = number_named("CLOCK_JUMPS");
  const char* word = getenv("DISK_DO");
  for (int i = 0; word != NULL && i <= do_signal; ++i)
    if (strcmp(word, deeds[i]) == 0) deed = (enum deed)i;
  word = getenv("DISK_CALLS");
  if (word != NULL && strcmp(word, "write") == 0) counted = kind_write;
  if (word != NULL && strcmp(word, "sync") == 0) counted = kind_sync;
}

__attribute__((destructor)) static void tell_count(void) {
  const char* path = getenv("DISK_COUNT_TO");
  if (path == NULL) return;
  const int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0) return;
  char text[32];
  const int length = snprintf(text, sizeof text, "%lu\n", atomic_load(&count));
  if (syscall(SYS_write, file, text, length) < 0) return;
  syscall(SYS_close, file);
}

static void end_now(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

/* What is to be done at this call; what comes before it is done here. */
static enum deed at_call(enum kind kind) {
  if ((counted & kind) == 0) return do_nothing;
  const unsigned long number = atomic_fetch_add(&count, 1) + 1;
  if (happens_at == 0 || (is_for_good ? number < happens_at : number != happens_at)) return do_nothing;
  if (deed == do_kill) end_now();
  if (deed == do_fail) errno = number_of_error;
  if (deed == do_signal) {
    kill(getpid(), number_of_signal);
    usleep(100 * 1000);
  }
  return deed;
}

/* A call that is no write: not done if it is to fail, and the end of the process if it is to be the last. */
#define OTHER_CALL(kind, call)           \
  do {                                   \
    const enum deed now = at_call(kind); \
    if (now == do_fail) return -1;       \
    const int result = (int)(call);      \
    if (now == do_torn) end_now();       \
    return result;                       \
  } while (0)

static int is_standard(int file) { return file >= 0 && file <= STDERR_FILENO; }
/* A short write may have any length; no kill tears a sector, and LMDB's meta page relies on that. */
static size_t part_of(size_t bytes, enum deed now) {
  if (now == do_half) return bytes < 2 ? bytes : bytes / 2;
  return bytes <= 512 ? bytes : bytes / 2 / 512 * 512;
}

ssize_t write(int file, const void* data, size_t bytes) {
  const enum deed now = is_standard(file) ? do_nothing : at_call(kind_write);
  if (now == do_fail) return -1;
  if (now == do_torn || now == do_half) bytes = part_of(bytes, now);
  const ssize_t result = syscall(SYS_write, file, data, bytes);
  if (now == do_torn) end_now();
  return result;
}

ssize_t pwrite(int file, const void* data, size_t bytes, off_t at) {
  const enum deed now = at_call(kind_write);
  if (now == do_fail) return -1;
  if (now == do_torn || now == do_half) bytes = part_of(bytes, now);
  const ssize_t result = syscall(SYS_pwrite64, file, data, bytes, at);
  if (now == do_torn) end_now();
  return result;
}
ssize_t pwrite64(int file, const void* data, size_t bytes, off_t at) { return pwrite(file, data, bytes, at); }

/* Of several pieces the first is written, or a half of it. */
static ssize_t write_pieces(int file, const struct iovec* pieces, int number, off_t at, int has_place) {
  const enum deed now = is_standard(file) ? do_nothing : at_call(kind_write);
  if (now == do_fail) return -1;
  struct iovec first = number > 0 ? pieces[0] : (struct iovec){NULL, 0};
  if (now == do_torn || now == do_half) {
    first.iov_len = part_of(first.iov_len, now);
    pieces = &first;
    number = 1;
  }
  const ssize_t result =
      has_place ? syscall(SYS_pwritev, file, pieces, number, at, 0) : syscall(SYS_writev, file, pieces, number);
  if (now == do_torn) end_now();
  return result;
}
ssize_t writev(int file, const struct iovec* pieces, int number) { return write_pieces(file, pieces, number, 0, 0); }
ssize_t pwritev(int file, const struct iovec* pieces, int number, off_t at) {
  return write_pieces(file, pieces, number, at, 1);
}
ssize_t pwritev64(int file, const struct iovec* pieces, int number, off_t at) {
  return write_pieces(file, pieces, number, at, 1);
}

/* The C library's streams write by themselves: here is what waits in the buffer. */
int fflush(FILE* stream) {
  static int (*flush)(FILE*);
  if (flush == NULL) *(void**)&flush = dlsym(RTLD_NEXT, "fflush");
  if (stream == NULL || is_standard(fileno(stream)) || stream->_IO_write_ptr <= stream->_IO_write_base) return flush(stream);
  const enum deed now = at_call(kind_write);
  if (now == do_fail) return EOF;
  if (now == do_torn) {
    const size_t bytes = part_of((size_t)(stream->_IO_write_ptr - stream->_IO_write_base), do_half);
    if (syscall(SYS_write, fileno(stream), stream->_IO_write_base, bytes) >= 0) end_now();
    end_now();
  }
  return flush(stream);
}

int fsync(int file) { OTHER_CALL(kind_sync, syscall(SYS_fsync, file)); }
int fdatasync(int file) { OTHER_CALL(kind_sync, syscall(SYS_fdatasync, file)); }
int msync(void* at, size_t bytes, int flags) { OTHER_CALL(kind_sync, syscall(SYS_msync, at, bytes, flags)); }

int ftruncate(int file, off_t bytes) { OTHER_CALL(kind_other, syscall(SYS_ftruncate, file, bytes)); }
int ftruncate64(int file, off_t bytes) { return ftruncate(file, bytes); }
int fallocate(int file, int mode, off_t at, off_t bytes) {
  OTHER_CALL(kind_other, syscall(SYS_fallocate, file, mode, at, bytes));
}
int fallocate64(int file, int mode, off_t at, off_t bytes) { return fallocate(file, mode, at, bytes); }
int posix_fallocate(int file, off_t at, off_t bytes) { return fallocate(file, 0, at, bytes) == 0 ? 0 : errno; }
int posix_fallocate64(int file, off_t at, off_t bytes) { return posix_fallocate(file, at, bytes); }
int rename(const char* from, const char* to) {
  OTHER_CALL(kind_other, syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}
int link(const char* from, const char* to) { OTHER_CALL(kind_other, syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0)); }
int mkdir(const char* path, mode_t mode) { OTHER_CALL(kind_other, syscall(SYS_mkdirat, AT_FDCWD, path, mode)); }
/* A name that cannot be removed stays, whoever tries: only what kills is done here. */
int unlinkat(int folder, const char* path, int flags) {
  const enum deed now = deed == do_fail ? do_nothing : at_call(kind_other);
  const int result = (int)syscall(SYS_unlinkat, folder, path, flags);
  if (now == do_torn) end_now();
  return result;
}
int unlink(const char* path) { return unlinkat(AT_FDCWD, path, 0); }

static int open_it(int folder, const char* path, int flags, mode_t mode) {
  if ((flags & (O_CREAT | (O_TMPFILE & ~O_DIRECTORY))) == 0) return (int)syscall(SYS_openat, folder, path, flags, mode);
  OTHER_CALL(kind_other, syscall(SYS_openat, folder, path, flags, mode));
}
static mode_t mode_in(int flags, va_list more) {
  return (flags & (O_CREAT | (O_TMPFILE & ~O_DIRECTORY))) != 0 ? va_arg(more, mode_t) : 0;
}
#define OPEN_CALL(folder)                   \
  do {                                      \
    va_list more;                           \
    va_start(more, flags);                  \
    const mode_t mode = mode_in(flags, more); \
    va_end(more);                           \
    return open_it(folder, path, flags, mode); \
  } while (0)
int open(const char* path, int flags, ...) { OPEN_CALL(AT_FDCWD); }
int open64(const char* path, int flags, ...) { OPEN_CALL(AT_FDCWD); }
int openat(int folder, const char* path, int flags, ...) { OPEN_CALL(folder); }
int openat64(int folder, const char* path, int flags, ...) { OPEN_CALL(folder); }

/* -- clocks -- */

static pthread_mutex_t clock_lock = PTHREAD_MUTEX_INITIALIZER;
static long ahead, shift; /* seconds: of the clock that only goes on, of the time of day */

static unsigned long next_random(void) {
  static unsigned long state;
  state = (state + jumps) * 6364136223846793005ul + 1442695040888963407ul;
  return state >> 33;
}

/* Seconds to be added to this clock now. */
static long shift_of(clockid_t clock) {
  if (jumps == 0) return 0;
  pthread_mutex_lock(&clock_lock);
  const unsigned long number = next_random();
  if (number % 50 == 0) ahead += (long)(next_random() % 600);
  if (number % 7 == 0) shift = (long)(next_random() % 63072000) - 31536000;
  const long result = clock == CLOCK_REALTIME ? shift : clock == CLOCK_MONOTONIC ? ahead : 0;
  pthread_mutex_unlock(&clock_lock);
  return result;
}

int clock_gettime(clockid_t clock, struct timespec* time) {
  const int result = (int)syscall(SYS_clock_gettime, clock, time);
  if (result == 0) time->tv_sec += shift_of(clock);
  return result;
}
int gettimeofday(struct timeval* time, void* zone) {
  (void)zone;
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}
time_t time(time_t* to) {
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  if (to != NULL) *to = now.tv_sec;
  return now.tv_sec;
}

/* A machine that has slept finds its timers due: who waits until a time of this clock waits until that of the real one.
 */
int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock, const struct timespec* until) {
  static int (*wait)(pthread_cond_t*, pthread_mutex_t*, clockid_t, const struct timespec*);
  if (wait == NULL) *(void**)&wait = dlsym(RTLD_NEXT, "pthread_cond_clockwait");
  struct timespec real = *until;
  if (jumps != 0 && clock == CLOCK_MONOTONIC) {
    pthread_mutex_lock(&clock_lock);
    real.tv_sec -= ahead;
    pthread_mutex_unlock(&clock_lock);
  }
  return wait(condition, mutex, clock, &real);
}
