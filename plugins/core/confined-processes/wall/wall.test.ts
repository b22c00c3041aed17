import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ladder, thisMachine } from '#plugins/confined-processes/ladder.ts';
import { confineAs } from '#plugins/confined-processes/testing/confine-here.ts';
import { systemCallFilter } from './filter.ts';
import type { Targets } from './testing/hostile-calls.ts';
import { wallPrefix } from './wall.ts';

const run = promisify(execFile);
const native = createRequire(import.meta.url).resolve(`@koromix/koffi-linux-${process.arch}`);
const testing = fileURLToPath(new URL('./testing/', import.meta.url));
const probe = join(testing, 'hostile-probe.ts');
/** What a wall answers: the kernel's, and what Node makes of it. */
const refusals = [
  'EPERM',
  'EACCES',
  'ENOSYS',
  'ERR_SQLITE_ERROR',
  'ERR_DLOPEN_FAILED',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ENXIO',
];

const folder = mkdtempSync(join(tmpdir(), 'weft-test-wall-'));
const servers: Server[] = [];
let targets: Targets;

beforeAll(async () => {
  chmodSync(folder, 0o777);
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'secret', { mode: 0o644 });
  copyFileSync(join(dirname(native), `linux_${process.arch}`, 'koffi.node'), join(folder, 'addon.node'));
  const socket = join(folder, 'socket');
  const listen = async (where: string | number) => {
    const server = createServer((caller) => caller.destroy()).listen(where);
    servers.push(server);
    await once(server, 'listening');
    return server.address();
  };
  const abstract = `weft-probe-${process.pid}`;
  await listen(`\0${abstract}`);
  await listen(socket);
  chmodSync(socket, 0o777);
  const address = await listen(0);
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  targets = { victim: process.pid, secret, folder, socket, abstract, port };
});

afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

type Found = Readonly<Record<string, string>>;

describe('attack T04: what a confined process could do without any wall of Node itself', () => {
  const steps = ladder(thisMachine());

  it.each(steps.map((step) => [step.description, step] as const))(
    'is refused on the step "%s"',
    async (_name, step) => {
      const confinement = confineAs({ steps: [step] });
      expect(await confinement.state()).toMatchObject({ kind: 'walled' });
      const { program, args } = (await confinement.open()).command({
        args: [probe, JSON.stringify({ targets, isWalled: true })],
        readable: [testing, dirname(native)],
        descriptors: 3,
        memoryMb: 2048,
      });
      const { stdout } = await run(program, args, { env: {}, cwd: '/' });
      const found: Found = JSON.parse(stdout);
      expect(Object.entries(found).filter(([, result]) => !refusals.includes(result))).toEqual([]);
      expect(Object.keys(found).length).toBeGreaterThan(150);
    },
  );

  it('is possible without one', async () => {
    const args = [probe, JSON.stringify({ targets, isWalled: false })];
    const { stdout } = await run(process.execPath, args, { env: {}, cwd: '/' });
    const found: Found = JSON.parse(stdout);
    // Some of it is for administrators, and some kernels are made without.
    const reached = Object.entries(found).filter(([, result]) => !refusals.includes(result));
    expect(reached.length).toBeGreaterThan(60);
  });

  it.runIf(process.arch === 'x64')('ends a process that calls by another convention', async () => {
    const code = `require(${JSON.stringify(native)}).load(null).func('long syscall(long number)')(0x40000000 + 39)`;
    const { program, args } = (await confineAs({}).open()).command({
      args: ['-e', code],
      readable: [dirname(native)],
      descriptors: 3,
      memoryMb: 2048,
    });
    await expect(run(program, args, { env: {}, cwd: '/' })).rejects.toMatchObject({ signal: 'SIGSYS' });
  });
});

describe('a wall that lacks a part', () => {
  const code = `
    try { require('node:fs').readFileSync('/etc/passwd'); process.stdout.write('read '); } catch {}
    const socket = require('node:dgram').createSocket('udp4').on('error', () => {});
    socket.bind(0, '127.0.0.1', () => { process.stdout.write('listens'); process.exit(); });`;
  const begin = (canLack: boolean, change: (plan: Record<string, unknown>) => void) => {
    const need = { args: [], readable: [], descriptors: 3, memoryMb: 2048 };
    const [program = '', launcher = '', text = ''] = wallPrefix(need, canLack);
    const plan: Record<string, unknown> = JSON.parse(text);
    change(plan);
    return run(program, [launcher, JSON.stringify(plan), process.execPath, '-e', code], { env: {}, cwd: '/' });
  };
  const withoutFilter = (plan: Record<string, unknown>) => {
    delete plan.filter;
  };

  it('does not begin, and says what is missing', async () => {
    await expect(begin(false, withoutFilter)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The wall around a process can't be built: it is not written for/),
    });
  });

  it('begins with the rest where that is accepted', async () => {
    expect((await begin(true, withoutFilter)).stdout).toBe('listens');
    expect((await begin(true, () => undefined)).stdout).toBe('');
  });

  it('does not begin without its library', async () => {
    const withoutLibrary = (plan: Record<string, unknown>) => {
      Object.assign(plan, { library: '/nowhere' });
    };
    await expect(begin(true, withoutLibrary)).rejects.toMatchObject({ stderr: expect.stringContaining('/nowhere') });
  });
});

/** What the kernel would answer: 0 refuse, 1 allow, 2 end the process, 3 say that there is no such call. */
function answer(machine: 'x64' | 'arm64', number: number, args: readonly number[] = [], architecture?: number): number {
  const code = Buffer.from(systemCallFilter(machine)?.program ?? '', 'base64');
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(architecture ?? { x64: 0xc000_003e, arm64: 0xc000_00b7 }[machine], 4);
  for (const [index, argument] of args.entries()) data.writeUInt32LE(argument >>> 0, 16 + 8 * index);
  let loaded = 0;
  for (let at = 0; ; at++) {
    const [operation, yes, no] = [code.readUInt16LE(at * 8), code.readUInt8(at * 8 + 2), code.readUInt8(at * 8 + 3)];
    const value = code.readUInt32LE(at * 8 + 4);
    if (operation === 0x20) loaded = data.readUInt32LE(value);
    else if (operation === 0x54) loaded = (loaded & value) >>> 0;
    else if (operation === 0x15) at += loaded === value ? yes : no;
    else if (operation === 0x35) at += loaded >= value ? yes : no;
    else return [0x5_0001, 0x7fff_0000, 0x8000_0000, 0x5_0026].indexOf(value);
  }
}

describe('the filter of system calls', () => {
  const numbers = {
    x64: {
      read: 0,
      openat: 257,
      mmap: 9,
      socket: 41,
      kill: 62,
      clone: 56,
      clone3: 435,
      fcntl: 72,
      tgkill: 234,
      execve: 59,
      unknown: 999,
    },
    arm64: {
      read: 63,
      openat: 56,
      mmap: 222,
      socket: 198,
      kill: 129,
      clone: 220,
      clone3: 435,
      fcntl: 25,
      tgkill: 131,
      execve: 221,
      unknown: 999,
    },
  };

  it.each(['x64', 'arm64'] as const)('of %s allows what is needed and nothing else', (machine) => {
    const { read, openat, mmap, socket, kill, clone, clone3, fcntl, tgkill, execve, unknown } = numbers[machine];
    const [refuse, allow, end, absent] = [0, 1, 2, 3];
    expect(answer(machine, read)).toBe(allow);
    expect([socket, kill, unknown].map((number) => answer(machine, number, [2, 1]))).toEqual(Array(3).fill(refuse));
    // Emptied without being written: Landlock has known of that since Linux 6.2.
    const opened = [0, 0x8_0000, 0x200, 0x40, 1, 2].map((flags) => answer(machine, openat, [0, 0, flags]));
    expect(opened).toEqual([allow, allow, refuse, refuse, refuse, refuse]);
    const mapped = [0x22, 0x812, 0x21, 3, 0x4_0022].map((flags) => answer(machine, mmap, [0, 0, 0, flags]));
    expect(mapped).toEqual([allow, allow, refuse, refuse, refuse]);
    expect(answer(machine, clone3)).toBe(absent);
    expect(answer(machine, clone, [0x3d_0f00])).toBe(allow);
    expect([17, 0x4000_0000 | 0x1_0f00, 0x2000 | 0x1_0f00].map((flags) => answer(machine, clone, [flags]))).toEqual(
      Array(3).fill(refuse),
    );
    expect([0, 1, 2, 3, 1030].map((command) => answer(machine, fcntl, [0, command]))).toEqual(Array(5).fill(allow));
    expect(answer(machine, fcntl, [0, 4, 0x802])).toBe(allow);
    expect(answer(machine, fcntl, [0, 4, 0x2000])).toBe(refuse);
    expect([8, 10, 15].map((command) => answer(machine, fcntl, [0, command]))).toEqual(Array(3).fill(refuse));
    // The id of the process and the address of its name are put in where it starts.
    expect([answer(machine, tgkill, [0]), answer(machine, tgkill, [1])]).toEqual([allow, refuse]);
    expect([answer(machine, execve, [0]), answer(machine, execve, [1])]).toEqual([allow, refuse]);
    expect(answer(machine, read, [], 0x4000_0003)).toBe(end);
    expect(answer(machine, 0x4000_0000 + read)).toBe(end);
  });

  it('is not made up for other machines', () => {
    expect(systemCallFilter('riscv64')).toBeUndefined();
  });
});
