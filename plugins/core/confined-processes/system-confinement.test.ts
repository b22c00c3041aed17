import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ladder } from './ladder.ts';
import { confineAs, confineHere } from './testing/confine-here.ts';
import { Users } from './users.ts';

const run = promisify(execFile);
const need = { args: ['-e', '0'], readable: [], descriptors: 3, memoryMb: 2048 };
const loose = { description: 'loose', prefix: () => [] };

describe('what confines child processes', () => {
  it('is as strict as the machine allows', () => {
    const describeAll = (isRoot: boolean, ...programs: string[]) =>
      ladder({ isRoot, has: (program) => programs.includes(program) }).map(({ description }) => description);
    expect(describeAll(true, 'unshare', 'setpriv', 'prlimit')[0]).toBe('no network, a user of its own');
    expect(describeAll(true, 'setpriv')[0]).toBe('a user of its own');
    expect(describeAll(false, 'unshare', 'setpriv')[0]).toBe('no network');
    expect(describeAll(false)).toEqual(['as the server itself']);
  });

  it('is the next step where the machine refuses one', async () => {
    const missing = { description: 'missing', prefix: () => ['/nowhere/unshare'] };
    const failing = { description: 'failing', prefix: () => ['false'] };
    const state = await confineAs({ steps: [missing, failing, loose] }).state();
    const refusals = [expect.stringMatching(/^missing: .*ENOENT/), expect.stringMatching(/^failing: /)];
    expect(state).toEqual({ kind: 'walled', description: 'loose', refusals });
  });

  it('is a user of its own for each process at a time', async () => {
    const step = { description: 'user', prefix: ({ user }: { readonly user: number }) => ['env', `USER=${user}`] };
    const starter = await confineAs({ steps: [step] }).open();
    const one = starter.command(need);
    const other = starter.command(need);
    expect(one.args[0]).not.toBe(other.args[0]);
    one.ended();
    expect(starter.command(need).args[0]).toBe(one.args[0]);
    // Told of the first one's end again, it keeps what the third has by now.
    one.ended();
    expect(starter.command(need).args[0]).not.toBe(one.args[0]);
  });

  it.runIf(process.getuid?.() === 0)('is a real user that nobody else is, when the server is root', async () => {
    const starter = await confineHere.open();
    const ask = { ...need, args: ['-p', 'process.getuid()'] };
    const asked = [starter.command(ask), starter.command(ask)].map(({ program, args }) =>
      run(program, args, { env: {}, cwd: '/' }),
    );
    const users = (await Promise.all(asked)).map(({ stdout }) => Number(stdout));
    expect(new Set(users).size).toBe(2);
    expect(Math.min(...users)).toBeGreaterThanOrEqual(1_879_048_192);
  });

  it('gives no user of another server, and more than there are at most twice', () => {
    const users = new Users();
    const taken = Array.from({ length: 256 }, () => users.take());
    expect(new Set(taken).size).toBe(256);
    expect(users.take()).toBe(taken.at(-1));
    expect(Math.max(...taken)).toBeLessThan(2_147_352_576);
    expect(taken).not.toContain(new Users().take());
  });
});

describe('where there is no wall', () => {
  const obstacle = 'it needs Linux, and this is plan9';

  it('nothing is started, and it says why and what to do', async () => {
    const confinement = confineAs({ obstacle });
    const description = expect.stringMatching(/this is plan9\. .*confined-processes\.acceptWeaker/);
    expect(await confinement.state()).toEqual({ kind: 'off', description, refusals: [] });
    await expect(confinement.open()).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'confined-processes.off',
      message: description,
    });
  });

  it('what is left is used where the operator accepts it', async () => {
    const confinement = confineAs({ obstacle, acceptsWeaker: true, steps: [loose] });
    expect(await confinement.state()).toMatchObject({
      kind: 'accepted',
      description: expect.stringContaining('loose'),
    });
    expect((await confinement.open()).command(need)).toMatchObject({ program: process.execPath, args: need.args });
  });

  it('because the system refuses it, its reason is for the log, and nobody else', async () => {
    // What a container without Landlock does: the call fails.
    const refusing = { description: 'refusing', prefix: () => ['sh', '-c', 'echo "no Landlock here" >&2; exit 1'] };
    expect(await confineAs({ steps: [refusing] }).state()).toMatchObject({
      kind: 'off',
      description: expect.not.stringContaining('no Landlock here'),
      refusals: ['refusing: no Landlock here'],
    });
  });

  it('because of what passes, it is tried again', async () => {
    let tries = 0;
    const full = Object.assign(new Error('too many open files'), { code: 'EMFILE' });
    const passing = {
      description: 'passing',
      prefix: () => {
        tries += 1;
        if (tries === 1) throw full;
        return [];
      },
    };
    const confinement = confineAs({ steps: [passing] });
    expect(await confinement.state()).toMatchObject({ kind: 'off', refusals: ['passing: too many open files'] });
    expect(await confinement.state()).toMatchObject({ kind: 'walled' });
  });
});
