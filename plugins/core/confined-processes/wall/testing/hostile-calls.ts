import { machine } from 'node:os';
import type { Native } from './native-calls.ts';

/** One system call that a wall must refuse: its numbers on x86-64 and ARM64, and what it is given. */
export interface HostileCall {
  readonly numbers: readonly [x64: number, arm64: number];
  readonly args: readonly (number | bigint)[];
  /** Not to be made where nothing refuses it: it would make another process, or take this one's place. */
  readonly isForWalledOnly?: true;
}

/** What the calls are aimed at. */
export interface Targets {
  /** A living process that is not the probe's own. */
  readonly victim: number;
  /** A file anybody may read, in a folder the probe was not given. */
  readonly secret: string;
  /** A folder anybody may write to. */
  readonly folder: string;
  /** A Unix socket that takes connections. */
  readonly socket: string;
  /** The name of one that has no file. */
  readonly abstract: string;
  /** A port of loopback that takes connections. */
  readonly port: number;
}

const none = 0;
const here = -100;
const isArm = machine() === 'aarch64';

/** By what they try. Signals are 0, which reaches a process and does nothing to it, or SIGCONT. */
export function hostileCalls(
  { victim, secret, folder }: Targets,
  native: Native,
): Readonly<Record<string, HostileCall>> {
  const call = (x64: number, arm64: number, ...args: (number | bigint)[]): HostileCall => ({
    numbers: [x64, arm64],
    args,
  });
  const walled = (x64: number, arm64: number, ...args: (number | bigint)[]): HostileCall => ({
    ...call(x64, arm64, ...args),
    isForWalledOnly: true,
  });
  const { text, room } = native;
  const made = (name: string) => text(`${folder}/${name}`);
  const open = (path: string, flags = 0) => call(257, 56, here, text(path), flags, 0o600);
  const socket = (family: number, type: number, protocol = 0) => call(41, 198, family, type, protocol);
  const queued = Buffer.alloc(128);
  // Signal, error, code: SI_QUEUE.
  queued.writeInt32LE(18, 0);
  queued.writeInt32LE(-1, 8);
  const information = native.bytes(queued);
  const owner = native.bytes(Buffer.from(new Int32Array([1, victim]).buffer));
  const noProcess = 17;
  const thread = 0x1_0f00;
  return {
    'a TCP socket': socket(2, 1),
    'a UDP socket': socket(2, 2),
    'a TCP socket of IPv6': socket(10, 1),
    'a UDP socket of IPv6': socket(10, 2),
    'a raw socket': socket(2, 3, 1),
    'a ping socket': socket(2, 2, 1),
    'an SCTP socket': socket(2, 1, 132),
    'a multipath TCP socket': socket(2, 1, 262),
    'a Unix socket': socket(1, 1),
    'a Unix datagram socket': socket(1, 2),
    'a Unix packet socket': socket(1, 5),
    'a netlink socket': socket(16, 3),
    'a packet socket': socket(17, 3),
    'a vsock socket': socket(40, 1),
    'a crypto socket': socket(38, 5),
    'a Bluetooth socket': socket(31, 3),
    'a key socket': socket(15, 3, 2),
    'a socket of XDP': socket(44, 3),
    'a pair of sockets': call(53, 199, 1, 1, 0, room),
    'connect of what was handed down': call(42, 203, 0, room, 16),
    'bind of what was handed down': call(49, 200, 0, room, 16),
    'listen on what was handed down': call(50, 201, 0, 1),
    'accept on what was handed down': call(288, 242, 0, none, none, 0),
    'sendto through what was handed down': call(44, 206, 0, room, 1, 0, room, 16),
    'sendmsg, with descriptors': call(46, 211, 0, room, 0),
    sendmmsg: call(307, 269, 0, room, 1, 0),
    'recvmsg, with descriptors': call(47, 212, 0, room, 0x40),
    'who is behind a socket': call(55, 209, 0, 1, 17, room, room),
    'a descriptor of who is behind a socket': call(55, 209, 0, 1, 77, room, room),
    'taking memory from the machine': walled(28, 233, none, 4096, 100),
    'options of a socket': call(54, 208, 0, 1, 2, room, 4),
    'kill of 0 to the parent': call(62, 129, victim, 0),
    'kill to the parent': call(62, 129, victim, 18),
    'kill to process 1': call(62, 129, 1, 0),
    'kill to everybody': call(62, 129, -1, 0),
    'kill to its group': call(62, 129, 0, 0),
    tkill: call(200, 130, victim, 0),
    tgkill: call(234, 131, victim, victim, 0),
    'a queued signal': call(129, 138, victim, 18, information),
    'a queued signal to a thread': call(297, 240, victim, victim, 18, information),
    'a descriptor of a process': call(434, 434, victim, 0),
    'a signal by descriptor': call(424, 424, 0, 0, none, 0),
    'a descriptor out of a process': call(438, 438, 0, 0, 0),
    'an owner of a descriptor': call(72, 25, 0, 8, victim),
    'an owner of a descriptor, of a kind': call(72, 25, 0, 15, owner),
    'the signal of a descriptor': call(72, 25, 0, 10, 9),
    'an owner by ioctl': call(16, 29, 0, 0x8901, owner),
    'signals of a descriptor by ioctl': call(16, 29, 0, 0x5452, owner),
    'a character into a terminal': call(16, 29, 0, 0x5412, room),
    'shared flags of a file': call(72, 25, 0, 4, 0x2000),
    'a lease': call(72, 25, 0, 1024, 0),
    'a timer with signals': call(222, 107, 1, none, room),
    'the priority of another': call(141, 140, 0, victim, 0),
    'the processors of another': call(203, 122, victim, 128, room),
    'the scheduling of another': call(144, 119, victim, 0, room),
    'limits of another': call(302, 261, victim, 7, none, room),
    'the priority of reads of another': call(251, 30, 1, victim, 0),
    'a session of its own': walled(112, 157),
    'being traced': walled(101, 117, 0, 0, none, none),
    tracing: walled(101, 117, 0x4206, victim, none, none),
    attaching: walled(101, 117, 16, victim, none, none),
    'memory of another': call(310, 270, victim, room, 0, room, 0, 0),
    'writing memory of another': call(311, 271, victim, room, 0, room, 0, 0),
    'advice about memory of another': call(440, 440, 0, room, 0, 4, 0),
    'comparing processes': call(312, 272, victim, victim, 0, 0, 0),
    'counters of another': call(298, 241, room, victim, -1, -1, 0),
    'locks of another': call(274, 100, victim, room, room),
    fork: walled(isArm ? 220 : 57, 220, noProcess, 0, 0, 0, 0),
    vfork: walled(isArm ? 220 : 58, 220, noProcess | 0x4100, 0, 0, 0, 0),
    'clone of a process': walled(56, 220, noProcess, 0, 0, 0, 0),
    'clone into a user namespace': walled(56, 220, 0x1000_0000 | noProcess, 0, 0, 0, 0),
    'clone of a thread into a network namespace': walled(56, 220, 0x4000_0000 | thread, 0, 0, 0, 0),
    'clone of a thread that is traced': walled(56, 220, 0x2000 | thread, 0, 0, 0, 0),
    clone3: call(435, 435, room, 0),
    'exec of a shell': walled(59, 221, text('/bin/sh'), none, none),
    'exec of Node': walled(59, 221, text(process.execPath), none, none),
    'exec of the linker': walled(59, 221, text(native.linker), none, none),
    'exec by descriptor': walled(322, 281, 0, text(''), none, none, 0x1000),
    'exec of a path by descriptor': walled(322, 281, here, text(process.execPath), none, none, 0),
    'a file in memory': call(319, 279, text('m'), 0),
    'a secret file in memory': call(447, 447, 0),
    'unshare of users': walled(272, 97, 0x1000_0000),
    'unshare of the network': walled(272, 97, 0x4000_0000),
    'unshare of mounts': walled(272, 97, 0x2_0000),
    'entering a namespace': call(308, 268, 0, 0),
    mount: walled(165, 40, text('none'), text(folder), text('tmpfs'), 0, none),
    umount: call(166, 39, made('nothing'), 0),
    'a new root': call(155, 41, made('nothing'), made('nothing')),
    chroot: call(161, 51, made('nothing')),
    open_tree: call(428, 428, here, made('nothing'), 0),
    move_mount: call(429, 429, here, made('nothing'), here, made('nothing'), 0),
    fsopen: call(430, 430, text('tmpfs'), 0),
    fspick: call(433, 433, here, made('nothing'), 0),
    mount_setattr: call(442, 442, here, made('nothing'), 0, room, 32),
    io_uring: call(425, 425, 4, room),
    'io_uring, registered': call(427, 427, 0, 0, none, 0),
    bpf: call(321, 280, 0, room, 48),
    userfaultfd: call(323, 282, 1),
    keys: call(250, 219, 0, -3, 0, 0, 0),
    'a new key': call(248, 217, text('user'), text('weft-probe'), room, 8, -2),
    'a module of the kernel': call(175, 105, room, 0, text('')),
    'a module from a file': call(313, 273, 0, text(''), 0),
    'another kernel': call(246, 104, 0, 0, none, 1 << 30),
    'a restart': walled(169, 142, 0, 0, 0, none),
    'another filter': walled(317, 277, 1, 0, none),
    'another wall': call(444, 444, none, 0, 1),
    'watching files': call(294, 26, 0),
    'watching the file system': call(300, 262, 0, 0),
    'a handle of a file': call(303, 264, here, text(secret), room, room, 0),
    'a file by handle': call(304, 265, here, room, 0),
    accounting: walled(163, 89, none),
    'messages of the kernel': call(103, 116, 10, none, 0),
    quotas: call(179, 60, 0x80_0001, none, 0, none),
    'the clock': walled(170, 170, none, room),
    'another personality': call(135, 92, 0xffff_ffff),
    'shared pages': call(9, 222, 0, 65_536, 3, 0x21, -1, 0),
    'huge pages': call(9, 222, 0, 2 * 1024 * 1024, 3, 0x4_0022, -1, 0),
    'shared memory': call(29, 194, 0x7765_6674, 4096, 0),
    'messages between processes': call(68, 186, 0x7765_6674, 0),
    semaphores: call(64, 190, 0x7765_6674, 1, 0),
    'a queue of messages': call(240, 180, text('weft-probe'), 0, 0, none),
    'another user': call(105, 146, process.getuid?.() ?? 0),
    'other groups': call(116, 159, 0, none),
    capabilities: call(126, 91, room, none),
    'a signal at the end of the parent': call(157, 167, 1, 0, 0, 0, 0),
    'being dumped': call(157, 167, 4, 1, 0, 0, 0),
    'letting another trace': call(157, 167, 0x5961_6d61, victim, 0, 0, 0),
    'reading a file of all': open(secret),
    'reading a folder': open(folder, 0x1_0000),
    'reading the root': open('/', 0x1_0000),
    'reading /etc/passwd': open('/etc/passwd'),
    'the environment of the parent': open(`/proc/${victim}/environ`),
    'the memory of the parent': open(`/proc/${victim}/mem`, 2),
    'its own memory as a file': open('/proc/self/mem', 2),
    'its own environment': open('/proc/self/environ'),
    'its own limits of memory': open('/proc/self/oom_score_adj', 2),
    'what a descriptor stands for': open('/proc/self/fd/1', 1),
    processes: open('/proc', 0x1_0000),
    'settings of the kernel': open('/proc/sys/kernel/core_pattern', 1),
    'a device': open('/dev/null', 2),
    'writing a file of all': open(secret, 1),
    'emptying a file': open(secret, 0x200),
    'a new file': open(`${folder}/new`, 0x41),
    'a file without a name': open(folder, 0x41_0000 | 2),
    truncate: call(76, 45, text(secret), 0),
    ftruncate: call(77, 46, 1, 0),
    'allocating a file': call(285, 47, 1, 0, 0, 1),
    'rights of a file': call(268, 53, here, text(secret), 0o644),
    'rights of a descriptor': call(91, 52, 1, 0o600),
    'the owner of a file': call(260, 54, here, text(secret), -1, -1, 0),
    'times of a file': call(280, 88, here, text(secret), none, 0),
    'attributes of a file': call(188, 5, text(secret), text('user.weft'), room, 1, 0),
    'a link': call(265, 37, here, text(secret), here, made('link'), 0),
    'a symbolic link': call(266, 36, text(secret), here, made('symbolic')),
    'another name': call(316, 276, here, made('nothing'), here, made('something'), 0),
    removing: call(263, 35, here, made('nothing'), 0),
    'a new folder': call(258, 34, here, made('made'), 0o700),
    'a new pipe': call(259, 33, here, made('pipe'), 0o1_0600, 0),
    'another folder to be in': call(80, 49, text('/')),
  };
}
