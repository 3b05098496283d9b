/* Loaded before the C library (LD_PRELOAD), makes one request for memory fail, or all from one on; or has a signal come
 * where it is likely to be forgotten.
 *
 * FAIL_MEMORY_AT=N   the N-th request since the program was loaded, of malloc and its kin and of mmap, finds no memory
 * FAIL_LEAST_BYTES=N of the requests for memory only those for so many bytes are counted, and may fail
 * FAIL_THREAD_AT=N   the N-th thread cannot be started
 * FAIL_FOR_GOOD=1    nor can those after it
 * FAIL_COUNT_TO=FILE at the end of the process, "MEMORY THREADS": how many requests there were
 * SIGNAL_AT_RENAME=S the process gets signal S when a file has been given its name, and time to act on it;
 * RENAMED=PART       only a name that has this in it counts
 * SIGNAL_AT_FLUSH=S  the same when standard output has been flushed, once
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What glibc's own malloc and its kin are called besides. */
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* old, size_t size);
void* __libc_memalign(size_t alignment, size_t size);

struct requests {
  atomic_ulong count;
  unsigned long fail_at; /* 0: none */
};
static struct requests memory, threads;
static size_t least_bytes;
static int is_for_good;
static int signal_at_rename, signal_at_flush;
static const char* renamed = "";

static unsigned long number_named(const char* name) {
  const char* text = getenv(name);
  return text == NULL ? 0 : strtoul(text, NULL, 10);
}

__attribute__((constructor)) static void read_wishes(void) {
  memory.fail_at = number_named("FAIL_MEMORY_AT");
  least_bytes = number_named("FAIL_LEAST_BYTES");
  threads.fail_at = number_named("FAIL_THREAD_AT");
  is_for_good = number_named("FAIL_FOR_GOOD") != 0;
  signal_at_rename = (int)number_named("SIGNAL_AT_RENAME");
  signal_at_flush = (int)number_named("SIGNAL_AT_FLUSH");
  if (getenv("RENAMED") != NULL) renamed = getenv("RENAMED");
}

__attribute__((destructor)) static void tell_counts(void) {
  const char* path = getenv("FAIL_COUNT_TO");
  if (path == NULL) return;
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0) return;
  dprintf(file, "%lu %lu\n", atomic_load(&memory.count), atomic_load(&threads.count));
  close(file);
}

static int is_to_fail(struct requests* of) {
  const unsigned long number = atomic_fetch_add_explicit(&of->count, 1, memory_order_relaxed) + 1;
  if (of->fail_at == 0) return 0;
  return is_for_good ? number >= of->fail_at : number == of->fail_at;
}
static int no_memory(size_t bytes) {
  if (bytes < least_bytes || !is_to_fail(&memory)) return 0;
  errno = ENOMEM;
  return 1;
}

void* malloc(size_t size) { return no_memory(size) ? NULL : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return no_memory(count * size) ? NULL : __libc_calloc(count, size); }
void* realloc(void* old, size_t size) {
  if (size != 0 && no_memory(size)) return NULL;
  return __libc_realloc(old, size);
}
void* reallocarray(void* old, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(old, bytes);
}
void* memalign(size_t alignment, size_t size) { return no_memory(size) ? NULL : __libc_memalign(alignment, size); }
void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void** place, size_t alignment, size_t size) {
  if (no_memory(size)) return ENOMEM;
  void* const found = __libc_memalign(alignment, size);
  if (found == NULL) return ENOMEM;
  *place = found;
  return 0;
}

void* mmap(void* at, size_t bytes, int protection, int flags, int file, off_t offset) {
  if (no_memory(bytes)) return MAP_FAILED;
  return (void*)syscall(SYS_mmap, at, bytes, protection, flags, file, offset);
}
void* mmap64(void* at, size_t bytes, int protection, int flags, int file, off_t offset) {
  return mmap(at, bytes, protection, flags, file, offset);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* how, void* (*work)(void*), void* with) {
  static int (*create)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  if (create == NULL) *(void**)&create = dlsym(RTLD_NEXT, "pthread_create");
  return is_to_fail(&threads) ? EAGAIN : create(thread, how, work, with);
}

/* For the thread that waits for it. */
static void send_signal(int number) {
  if (number == 0) return;
  kill(getpid(), number);
  usleep(100 * 1000);
}

int rename(const char* from, const char* to) {
  const int result = (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
  if (result == 0 && strstr(to, renamed) != NULL) send_signal(signal_at_rename);
  return result;
}

int fflush(FILE* file) {
  static int (*flush)(FILE*);
  if (flush == NULL) *(void**)&flush = dlsym(RTLD_NEXT, "fflush");
  const int result = flush(file);
  if (file == stdout) send_signal(__atomic_exchange_n(&signal_at_flush, 0, __ATOMIC_RELAXED));
  return result;
}
