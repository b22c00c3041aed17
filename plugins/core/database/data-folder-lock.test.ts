import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataFolder } from './data-folder-lock.ts';
import { currentProcessIdentity } from './process-identity.ts';

const holder = fileURLToPath(new URL('./testing/hold-lock.ts', import.meta.url));

let home = '';
let children: ChildProcess[] = [];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'weft-test-'));
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
  rmSync(home, { recursive: true, force: true });
});

function startHolder(): ChildProcess {
  const child = spawn(process.execPath, [holder, home], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('no output to read');
  const [chunk] = await once(child.stdout, 'data');
  return String(chunk).trim();
}

const leaveBehind = (changes: object) =>
  writeFileSync(join(home, 'lock'), JSON.stringify({ ...currentProcessIdentity(), nonce: 'left-behind', ...changes }));

describe('the lock of a data folder', () => {
  it('refuses a second process and names folder, process and remedy', async () => {
    const child = startHolder();
    expect(await firstLine(child)).toBe('held');
    await expect(lockDataFolder(home)).rejects.toThrow(
      `The data folder ${home} is used by process ${child.pid}. Stop that process first, or give this one a folder of its own (WEFT_HOME).`,
    );
  });

  it('refuses the process that holds it already', async () => {
    const lock = await lockDataFolder(home);
    await expect(lockDataFolder(home)).rejects.toMatchObject({ code: 'database.folder_in_use' });
    lock.release();
  });

  it('is free at once after kill -9', async () => {
    const child = startHolder();
    await firstLine(child);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    expect(existsSync(join(home, 'lock'))).toBe(true);
    (await lockDataFolder(home)).release();
  });

  it('is not kept by a process that got the pid of the dead holder', async () => {
    leaveBehind({ startedAt: '1' });
    (await lockDataFolder(home)).release();
  });

  it('is taken over when its file is damaged', async () => {
    writeFileSync(join(home, 'lock'), '{"pid": 1');
    (await lockDataFolder(home)).release();
  });

  it('goes to exactly one of several processes that find it left behind', async () => {
    leaveBehind({ pid: 2 ** 22 - 1, startedAt: '1' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => firstLine(startHolder())));
    expect(answers.filter((answer) => answer === 'held')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'database.folder_in_use')).toHaveLength(4);
  });

  it('is kept by a process in another container for as long as that one renews it', async () => {
    leaveBehind({ place: 'another container' });
    const path = join(home, 'lock');
    const beat = setInterval(() => utimesSync(path, new Date(), new Date()), 500);
    await expect(lockDataFolder(home)).rejects.toMatchObject({ code: 'database.folder_in_use' });
    clearInterval(beat);
    (await lockDataFolder(home)).release();
  });

  it('leaves nothing in the folder when it is given back', async () => {
    const lock = await lockDataFolder(home);
    expect(JSON.parse(readFileSync(join(home, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid });
    lock.release();
    expect(readdirSync(home)).toEqual([]);
  });
});
