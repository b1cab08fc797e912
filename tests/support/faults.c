/* Faults of the disk, preloaded before the C library: counts the calls that change a journal's files, and lets one fail.

   A file is the journal's if its name begins with FAULTS_PATH. The calls counted are those that write, lengthen, sync or
   remove one. At the FAULTS_AT-th of them, from 1, happens what FAULTS_DO says:

       kill-before   the process is killed, and the call is never made
       kill-half     of a write the first half is made; then the process is killed
       kill-after    the call is made; then the process is killed
       ENOSPC, EIO   the call is not made, and fails so
       half-ENOSPC   of a write the first half is made, and the next call fails so: a disk that fills up
       lying-EIO     the call is made, and fails so: a sync whose outcome nobody knows
       hang          the call does not come back before faults_plan() is called again; then it is made

   With FAULTS_LASTING=1 every later call fails as well. With FAULTS_ONLY=sync, or write, only such calls count. The plan
   is read when a process makes its first counted call, and again by faults_plan(). */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum deed { PASS, FAIL, HALF, LIE };
enum sort { WRITE, SYNC, OTHER };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pid_t planned_for;
static char prefix[4096], what[32], only[16];
static long at, seen, plans;
static int lasting, next_fails;

static void read_plan(void)
{
    const char *path = getenv("FAULTS_PATH"), *number = getenv("FAULTS_AT"), *deed = getenv("FAULTS_DO");
    const char *which = getenv("FAULTS_ONLY"), *stays = getenv("FAULTS_LASTING");
    snprintf(prefix, sizeof prefix, "%s", path ? path : "");
    snprintf(what, sizeof what, "%s", deed ? deed : "");
    snprintf(only, sizeof only, "%s", which ? which : "");
    at = number ? atol(number) : 0;
    lasting = stays && *stays == '1';
    seen = next_fails = 0;
    plans++;
    planned_for = getpid();
}

void faults_plan(void)
{
    pthread_mutex_lock(&mutex);
    read_plan();
    pthread_mutex_unlock(&mutex);
}

long faults_seen(void)
{
    return planned_for == getpid() ? seen : 0;
}

static void die(void)
{
    kill(getpid(), SIGKILL);
    for (;;)
        pause();
}

static int is_ours(const char *name)
{
    return *prefix && strncmp(name, prefix, strlen(prefix)) == 0;
}

static int is_counted(enum sort sort)
{
    return !*only || (sort == SYNC && !strcmp(only, "sync")) || (sort == WRITE && !strcmp(only, "write"));
}

/* Tell what becomes of a call; `after` is set where the process dies once it is made. */
static enum deed plan_for(const char *name, enum sort sort, int *after, int *error)
{
    enum deed deed = PASS;
    pthread_mutex_lock(&mutex);
    if (planned_for != getpid())
        read_plan();
    if (is_ours(name) && is_counted(sort)) {
        seen++;
        int is_now = at && (seen == at || (lasting && seen > at));
        *error = strstr(what, "ENOSPC") ? ENOSPC : EIO;
        if (next_fails) {
            next_fails = lasting;
            deed = FAIL;
        } else if (is_now) {
            if (!strcmp(what, "kill-before"))
                die();
            *after = !strncmp(what, "kill", 4);
            if (!strcmp(what, "ENOSPC") || !strcmp(what, "EIO"))
                deed = FAIL;
            if (!strcmp(what, "lying-EIO"))
                deed = LIE;
            if (sort == WRITE && (!strcmp(what, "kill-half") || !strcmp(what, "half-ENOSPC"))) {
                deed = HALF;
                next_fails = !*after;
            }
            if (!strcmp(what, "hang"))
                for (long plan = plans; plan == plans;) {
                    pthread_mutex_unlock(&mutex);
                    usleep(5000);
                    pthread_mutex_lock(&mutex);
                }
        }
    }
    pthread_mutex_unlock(&mutex);
    return deed;
}

static enum deed plan_for_file(int file, enum sort sort, int *after, int *error)
{
    char link[64], name[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, name, sizeof name - 1);
    if (length < 0)
        return PASS;
    name[length] = 0;
    return plan_for(name, sort, after, error);
}

#define REAL(type, name, ...)                           \
    static type (*real)(__VA_ARGS__);                   \
    if (!real)                                          \
        real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name); \
    int after = 0, error = 0

#define FINISH(type, call)                              \
    do {                                                \
        if (deed == FAIL) {                             \
            errno = error;                              \
            return -1;                                  \
        }                                               \
        type result = (call);                           \
        if (after)                                      \
            die();                                      \
        if (deed == LIE) {                              \
            errno = error;                              \
            return -1;                                  \
        }                                               \
        return result;                                  \
    } while (0)

#define SIZE(count) (deed == HALF && (count) > 1 ? (count) / 2 : (count))

ssize_t write(int file, const void *data, size_t count)
{
    REAL(ssize_t, "write", int, const void *, size_t);
    enum deed deed = plan_for_file(file, WRITE, &after, &error);
    FINISH(ssize_t, real(file, data, SIZE(count)));
}

ssize_t pwrite(int file, const void *data, size_t count, off_t offset)
{
    REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
    enum deed deed = plan_for_file(file, WRITE, &after, &error);
    FINISH(ssize_t, real(file, data, SIZE(count), offset));
}

ssize_t pwrite64(int file, const void *data, size_t count, off64_t offset)
{
    REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
    enum deed deed = plan_for_file(file, WRITE, &after, &error);
    FINISH(ssize_t, real(file, data, SIZE(count), offset));
}

ssize_t writev(int file, const struct iovec *parts, int count)
{
    REAL(ssize_t, "writev", int, const struct iovec *, int);
    enum deed deed = plan_for_file(file, WRITE, &after, &error);
    FINISH(ssize_t, real(file, parts, SIZE(count)));
}

int fsync(int file)
{
    REAL(int, "fsync", int);
    enum deed deed = plan_for_file(file, SYNC, &after, &error);
    FINISH(int, real(file));
}

int fdatasync(int file)
{
    REAL(int, "fdatasync", int);
    enum deed deed = plan_for_file(file, SYNC, &after, &error);
    FINISH(int, real(file));
}

int ftruncate(int file, off_t length)
{
    REAL(int, "ftruncate", int, off_t);
    enum deed deed = plan_for_file(file, OTHER, &after, &error);
    FINISH(int, real(file, length));
}

int ftruncate64(int file, off64_t length)
{
    REAL(int, "ftruncate64", int, off64_t);
    enum deed deed = plan_for_file(file, OTHER, &after, &error);
    FINISH(int, real(file, length));
}

int unlink(const char *name)
{
    REAL(int, "unlink", const char *);
    enum deed deed = plan_for(name, OTHER, &after, &error);
    FINISH(int, real(name));
}
