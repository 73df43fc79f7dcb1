// A library to be loaded before all others (LD_PRELOAD): it lets chosen calls of a program fail.
//
//   FAULT_KIND=write     which calls: see `kinds`
//   FAULT_AT=17          the first that fails, counted from the start of main()
//   FAULT_UNTIL=17       the last; without it only the first. "end": all that follow, as with a full disk
//   FAULT_ERROR=28       what errno says
//   FAULT_SHORT=1        reads and writes take part of what is asked for, 1 to 7 bytes, and none fails
//   FAULT_EARLY=1        count from the start of the process: the libraries' own beginnings, too
//   FAULT_COUNT=FILE     gets the number of calls when the program ends
//   FAULT_TRACE=1        says on stderr where that was
//
// Nothing here may use what it fails, so there is no C++ library in it, and real calls go to the kernel.

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
}

namespace {

enum Kind {
  opening,
  reading,
  listing,
  writing,
  syncing,
  renaming,
  making,
  locking,
  mapping,
  memory,
  thread,
  none
};
const char* const kinds[] = {"open", "read", "list", "write",  "sync",  "rename",
                             "make", "lock", "map",  "memory", "thread"};

Kind kind = none;
long first = 0, last = 0;
int error = EIO;
bool shortly = false, traced = false;
const char* told = nullptr;
bool counting = false;
long count = 0;
__attribute__((tls_model("initial-exec"))) thread_local bool inside = false;

long number_in(const char* name, long otherwise) {
  const char* text = getenv(name);
  if (text == nullptr) return otherwise;
  return strcmp(text, "end") == 0 ? __LONG_MAX__ : atol(text);
}

__attribute__((constructor(101))) void begin() {
  const char* name = getenv("FAULT_KIND");
  first = number_in("FAULT_AT", 0);
  last = number_in("FAULT_UNTIL", first);
  error = static_cast<int>(number_in("FAULT_ERROR", EIO));
  shortly = number_in("FAULT_SHORT", 0) != 0;
  traced = number_in("FAULT_TRACE", 0) != 0;
  told = getenv("FAULT_COUNT");
  if (name != nullptr)
    for (int k = 0; k < none; ++k)
      if (strcmp(name, kinds[k]) == 0) kind = static_cast<Kind>(k);
  counting = number_in("FAULT_EARLY", 0) != 0;
}

__attribute__((destructor)) void tell() {
  if (told == nullptr) return;
  char text[32];
  inside = true;
  const int size = snprintf(text, sizeof text, "%ld", count);
  const long file = syscall(SYS_openat, AT_FDCWD, told, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  if (file >= 0) syscall(SYS_write, file, text, size);
}

void say_where() {
  void* frames[64];
  const int depth = backtrace(frames, 64);
  backtrace_symbols_fd(frames, depth, 2);
}

/// Whether this call is to fail.
bool fails(Kind called) {
  if (called != kind || !counting || inside) return false;
  const long now = __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
  if (now < first || now > last) return false;
  inside = true;
  if (traced && now == first) say_where();
  inside = false;
  errno = error;
  return true;
}

/// How much of a read or write is done.
size_t part(size_t size) {
  if (!shortly || !counting || size < 2) return size;
  const auto some = static_cast<size_t>(1 + __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED) % 7);
  return some < size ? some : size;
}

template <class F>
F* real(const char* name) {
  inside = true;
  void* const found = dlsym(RTLD_NEXT, name);
  inside = false;
  return reinterpret_cast<F*>(found);
}

#define REAL(name) (real<decltype(::name)>(#name))

using Main = int (*)(int, char**, char**);
Main real_main = nullptr;

int counted_main(int words, char** list, char** environment) {
  counting = true;
  return real_main(words, list, environment);
}

int opened(int folder, const char* path, int flags, mode_t mode) {
  if (fails(opening)) return -1;
  return static_cast<int>(syscall(SYS_openat, folder, path, flags, mode));
}

mode_t mode_in(int flags, va_list rest) {
  return (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
}

/// What is said on standard error has to arrive: it is the sentence that is looked for. Pipes inside the
/// program, by which a signal wakes it, do not fail.
bool can_fail(int file) {
  struct stat about;
  if (file == STDOUT_FILENO) return true;
  return file != STDERR_FILENO && (syscall(SYS_fstat, file, &about) != 0 || !S_ISFIFO(about.st_mode));
}

}  // namespace

extern "C" {

int __libc_start_main(Main main, int words, char** list, void (*init)(), void (*fini)(), void (*rtld)(),
                      void* stack) {
  real_main = main;
  using Start = int(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
  return real<Start>("__libc_start_main")(counted_main, words, list, init, fini, rtld, stack);
}

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_in(flags, rest);
  va_end(rest);
  return opened(AT_FDCWD, path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_in(flags, rest);
  va_end(rest);
  return opened(AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_in(flags, rest);
  va_end(rest);
  return opened(folder, path, flags, mode);
}
int openat64(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_in(flags, rest);
  va_end(rest);
  return opened(folder, path, flags, mode);
}
FILE* fopen(const char* path, const char* mode) {
  return fails(opening) ? nullptr : REAL(fopen)(path, mode);
}
FILE* fopen64(const char* path, const char* mode) {
  return fails(opening) ? nullptr : REAL(fopen64)(path, mode);
}
DIR* opendir(const char* path) {
  return fails(opening) ? nullptr : REAL(opendir)(path);
}

ssize_t read(int file, void* into, size_t size) {
  return fails(reading) ? -1 : syscall(SYS_read, file, into, part(size));
}
ssize_t pread(int file, void* into, size_t size, off_t at) {
  return fails(reading) ? -1 : syscall(SYS_pread64, file, into, size, at);
}
ssize_t pread64(int file, void* into, size_t size, off64_t at) {
  return fails(reading) ? -1 : syscall(SYS_pread64, file, into, size, at);
}
ssize_t readv(int file, const iovec* pieces, int number) {
  return fails(reading) ? -1 : syscall(SYS_readv, file, pieces, number);
}
dirent* readdir(DIR* folder) {
  return fails(listing) ? nullptr : REAL(readdir)(folder);
}
dirent64* readdir64(DIR* folder) {
  return fails(listing) ? nullptr : REAL(readdir64)(folder);
}

ssize_t write(int file, const void* from, size_t size) {
  return can_fail(file) && fails(writing) ? -1 : syscall(SYS_write, file, from, part(size));
}
ssize_t pwrite(int file, const void* from, size_t size, off_t at) {
  return fails(writing) ? -1 : syscall(SYS_pwrite64, file, from, size, at);
}
ssize_t pwrite64(int file, const void* from, size_t size, off64_t at) {
  return fails(writing) ? -1 : syscall(SYS_pwrite64, file, from, size, at);
}
ssize_t writev(int file, const iovec* pieces, int number) {
  return fails(writing) ? -1 : syscall(SYS_writev, file, pieces, number);
}
size_t fwrite(const void* from, size_t size, size_t number, FILE* file) {
  if (file == stderr || !fails(writing)) return REAL(fwrite)(from, size, number, file);
  file->_flags |= 0x20;  // what ferror() looks at
  return 0;
}
int fflush(FILE* file) {
  if (file == stderr || !fails(writing)) return REAL(fflush)(file);
  if (file != nullptr) file->_flags |= 0x20;
  return EOF;
}
int ftruncate(int file, off_t size) {
  return fails(writing) ? -1 : static_cast<int>(syscall(SYS_ftruncate, file, size));
}
int ftruncate64(int file, off64_t size) {
  return fails(writing) ? -1 : static_cast<int>(syscall(SYS_ftruncate, file, size));
}

int fsync(int file) {
  return fails(syncing) ? -1 : static_cast<int>(syscall(SYS_fsync, file));
}
int fdatasync(int file) {
  return fails(syncing) ? -1 : static_cast<int>(syscall(SYS_fdatasync, file));
}

int rename(const char* from, const char* to) {
  return fails(renaming) ? -1 : static_cast<int>(syscall(SYS_rename, from, to));
}
int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  if (fails(renaming)) return -1;
  return static_cast<int>(syscall(SYS_renameat2, from_folder, from, to_folder, to, flags));
}

int mkdir(const char* path, mode_t mode) {
  return fails(making) ? -1 : static_cast<int>(syscall(SYS_mkdir, path, mode));
}

int flock(int file, int what) {
  return fails(locking) ? -1 : static_cast<int>(syscall(SYS_flock, file, what));
}
int fcntl64(int file, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void* const argument = va_arg(rest, void*);
  va_end(rest);
  const bool locks = command == F_SETLK || command == F_SETLKW || command == F_GETLK;
  if (locks && fails(locking)) return -1;
  return static_cast<int>(syscall(SYS_fcntl, file, command, argument));
}

void* mmap(void* at, size_t size, int protection, int flags, int file, off_t offset) {
  if (fails(mapping)) return MAP_FAILED;
  return reinterpret_cast<void*>(syscall(SYS_mmap, at, size, protection, flags, file, offset));
}
void* mmap64(void* at, size_t size, int protection, int flags, int file, off64_t offset) {
  if (fails(mapping)) return MAP_FAILED;
  return reinterpret_cast<void*>(syscall(SYS_mmap, at, size, protection, flags, file, offset));
}

void* malloc(size_t size) {
  return fails(memory) ? nullptr : __libc_malloc(size);
}
void* calloc(size_t number, size_t size) {
  return fails(memory) ? nullptr : __libc_calloc(number, size);
}
void* realloc(void* block, size_t size) {
  return fails(memory) ? nullptr : __libc_realloc(block, size);
}
void* memalign(size_t alignment, size_t size) {
  return fails(memory) ? nullptr : __libc_memalign(alignment, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  return fails(memory) ? nullptr : __libc_memalign(alignment, size);
}
int posix_memalign(void** block, size_t alignment, size_t size) {
  const int before = errno;
  void* const got = fails(memory) ? nullptr : __libc_memalign(alignment, size);
  errno = before;
  if (got == nullptr) return ENOMEM;
  *block = got;
  return 0;
}

int pthread_create(pthread_t* made, const pthread_attr_t* with, void* (*run)(void*), void* argument) {
  return fails(thread) ? EAGAIN : REAL(pthread_create)(made, with, run, argument);
}
}
