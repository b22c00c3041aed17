/** What is known only where a process starts. */
export type Placeholder = 'own process' | 'name, low' | 'name, high';

/** A question about one argument of a system call: its bits under `mask` (all where none is given) are one of `values`. */
export interface ArgumentRule {
  readonly argument: number;
  /** Which 32 bits of it; the lower ones where none is told. */
  readonly half?: 'high';
  readonly mask?: number;
  readonly values: readonly (number | Placeholder)[];
}

/** Number of a system call on x86-64 and on ARM64; null where that machine has none. */
type Numbers = readonly [x64: number | null, arm64: number | null];

/** What a program needs to run, to read and write what it was given, and to have threads. */
export const allowed: Readonly<Record<string, Numbers>> = {
  // Files.
  read: [0, 63],
  write: [1, 64],
  readv: [19, 65],
  writev: [20, 66],
  pread64: [17, 67],
  pwrite64: [18, 68],
  preadv: [295, 69],
  close: [3, 57],
  stat: [4, null],
  lstat: [6, null],
  fstat: [5, 80],
  newfstatat: [262, 79],
  statx: [332, 291],
  statfs: [137, 43],
  fstatfs: [138, 44],
  lseek: [8, 62],
  access: [21, null],
  faccessat: [269, 48],
  faccessat2: [439, 439],
  readlink: [89, null],
  readlinkat: [267, 78],
  getdents64: [217, 61],
  getcwd: [79, 17],
  dup: [32, 23],
  dup2: [33, null],
  dup3: [292, 24],
  // Waiting. A socket that was handed down may be asked what it is, and nothing else.
  pipe: [22, null],
  pipe2: [293, 59],
  eventfd2: [290, 19],
  epoll_create1: [291, 20],
  epoll_ctl: [233, 21],
  epoll_wait: [232, null],
  epoll_pwait: [281, 22],
  poll: [7, null],
  ppoll: [271, 73],
  select: [23, null],
  pselect6: [270, 72],
  getsockname: [51, 204],
  // Memory.
  brk: [12, 214],
  munmap: [11, 215],
  mremap: [25, 216],
  mprotect: [10, 226],
  pkey_alloc: [330, 289],
  pkey_free: [331, 290],
  pkey_mprotect: [329, 288],
  // Threads and its own signals.
  futex: [202, 98],
  set_robust_list: [273, 99],
  set_tid_address: [218, 96],
  rseq: [334, 293],
  membarrier: [324, 283],
  arch_prctl: [158, null],
  sched_yield: [24, 124],
  sched_getaffinity: [204, 123],
  rt_sigaction: [13, 134],
  rt_sigprocmask: [14, 135],
  rt_sigreturn: [15, 139],
  sigaltstack: [131, 132],
  restart_syscall: [219, 128],
  exit: [60, 93],
  exit_group: [231, 94],
  // Time, and what it is itself.
  nanosleep: [35, 101],
  clock_nanosleep: [230, 115],
  clock_gettime: [228, 113],
  clock_getres: [229, 114],
  gettimeofday: [96, 169],
  time: [201, null],
  getpid: [39, 172],
  getppid: [110, 173],
  gettid: [186, 178],
  getuid: [102, 174],
  geteuid: [107, 175],
  getgid: [104, 176],
  getegid: [108, 177],
  getrusage: [98, 165],
  getrlimit: [97, 163],
  getrandom: [318, 278],
  capget: [125, 90],
  sysinfo: [99, 179],
  uname: [63, 160],
};

interface Restricted {
  readonly numbers: Numbers;
  readonly lines: readonly (readonly ArgumentRule[])[];
}

const cloneThread = 0x1_0000;
/** New namespaces of every kind, and being traced. */
const cloneElsewhere = 0x7e82_2000;
/** O_ACCMODE, O_CREAT, O_TRUNC. */
const writing = 0x243;
const mappingKind = 0xf;
const hugePages = 0x4_0000;
const nonBlocking = 0x800;
/** How a file was opened, and that it may be large (another bit on each machine): told again with every change. */
const asOpened = 0x2_8003;

/** Allowed where all rules of one line hold. */
export const restricted: Readonly<Record<string, Restricted>> = {
  // For reading: which files is for Landlock to say, which before Linux 6.2 knows nothing of emptying one.
  open: { numbers: [2, null], lines: [[{ argument: 1, mask: writing, values: [0] }]] },
  openat: { numbers: [257, 56], lines: [[{ argument: 2, mask: writing, values: [0] }]] },
  // Of the pipe: SO_TYPE, SO_ERROR, SO_SNDBUF, SO_RCVBUF, SO_PROTOCOL, SO_DOMAIN. Others tell of who is behind it.
  getsockopt: {
    numbers: [55, 209],
    lines: [
      [
        { argument: 1, values: [1] },
        { argument: 2, values: [3, 4, 7, 8, 38, 39] },
      ],
    ],
  },
  // MAP_PRIVATE, and no huge pages: what is shared is counted by no limit of a process.
  mmap: { numbers: [9, 222], lines: [[{ argument: 3, mask: mappingKind | hugePages, values: [2] }]] },
  // The kinds of advice up to 31; from 100 on an administrator takes memory away from the machine.
  madvise: { numbers: [28, 233], lines: [[{ argument: 2, mask: ~31, values: [0] }]] },
  // Threads of this process; neither processes nor namespaces.
  clone: {
    numbers: [56, 220],
    lines: [[{ argument: 0, mask: cloneThread | cloneElsewhere, values: [cloneThread] }]],
  },
  // A process that fails ends itself with a signal.
  tgkill: { numbers: [234, 131], lines: [[{ argument: 0, values: ['own process'] }]] },
  prlimit64: { numbers: [302, 261], lines: [[{ argument: 0, values: [0, 'own process'] }]] },
  // PR_SET_NAME, PR_GET_NAME, PR_SET_VMA.
  prctl: { numbers: [157, 167], lines: [[{ argument: 0, values: [15, 16, 0x5356_4d41] }]] },
  fcntl: {
    numbers: [72, 25],
    lines: [
      // F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC: whoever owns a descriptor is sent signals.
      [{ argument: 1, values: [0, 1, 2, 3, 1030] }],
      // F_SETFL of O_NONBLOCK alone: others would change the file for all who share it.
      [
        { argument: 1, values: [4] },
        { argument: 2, mask: ~(nonBlocking | asOpened), values: [0] },
      ],
    ],
  },
  // The first program, by its name at an address of memory that was chosen before that program began.
  execve: {
    numbers: [59, 221],
    lines: [
      [
        { argument: 0, values: ['name, low'] },
        { argument: 0, half: 'high', values: ['name, high'] },
      ],
    ],
  },
  // TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX.
  ioctl: {
    numbers: [16, 29],
    lines: [[{ argument: 1, values: [0x5401, 0x5413, 0x541b, 0x5421, 0x5450, 0x5451] }]],
  },
};

/** Programs ask whether the system has these, and do without. */
export const absent: Readonly<Record<string, Numbers>> = {
  clone3: [435, 435],
  io_uring_setup: [425, 425],
  openat2: [437, 437],
  close_range: [436, 436],
  epoll_pwait2: [441, 441],
};
