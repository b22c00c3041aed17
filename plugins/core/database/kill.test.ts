import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from './open-database.ts';
import { createNotes, type Note, type NoteTables, readNotes } from './testing/notes.ts';
import { silentLogger } from './testing/silent-logger.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from './testing/test-database.ts';

const writer = fileURLToPath(new URL('./testing/write-notes.ts', import.meta.url));
const rounds = 3;
const acknowledgedPerRound = 300;

let environment: TestDatabaseEnvironment;

beforeEach(async () => {
  environment = await testDatabaseEnvironment();
});
afterEach(() => environment.dispose());

async function withNotes<T>(use: (opened: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>): Promise<T> {
  const url = environment.env.DATABASE_URL ?? '';
  const opened = await openDatabase({ home: environment.home, url, poolSize: 2, logger: silentLogger });
  try {
    await opened.ready;
    return await use(opened);
  } finally {
    await opened.close();
  }
}

/** Lets a process write until it has acknowledged enough, kills it in the middle, and gives what it acknowledged. */
async function writeAndKill(from: number): Promise<number[]> {
  const child = spawn(process.execPath, [writer, environment.home, environment.env.DATABASE_URL ?? '', String(from)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const acknowledged: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(Number(line));
    if (acknowledged.length === acknowledgedPerRound) child.kill('SIGKILL');
  }
  await ended;
  return acknowledged;
}

describe('after kill -9 in the middle of writing', () => {
  it('the next start opens the folder and has every acknowledged row, and groups whole', {
    timeout: 60_000,
  }, async () => {
    await withNotes(({ database }) => createNotes(database.system<NoteTables>()));
    const acknowledged: number[] = [];
    let notes: Note[] = [];
    for (let round = 0; round < rounds; round += 1) {
      acknowledged.push(...(await writeAndKill(round * 1_000_000)));
      notes = await withNotes(({ database }) => readNotes(database.system<NoteTables>()));
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(rounds * acknowledgedPerRound);
    const found = new Set(notes.map(({ id }) => id));
    expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
    const halves = notes.filter(({ id, text }) => text === 'group' && !found.has(id % 4 === 0 ? id + 2 : id - 2));
    expect(halves).toEqual([]);
  });
});
