import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { recordingLogger } from '#http/testing/server.ts';
import { temporaryFolder } from '#kernel/testing/temporary-folder.ts';
import { ThreadPool } from './thread-pool.ts';

const opened: ThreadPool[] = [];
afterEach(async () => {
  for (const pool of opened.splice(0)) await pool.close();
});

/** A pool, and a task of this source; `input` is what it gets. */
async function taskOf(source: string, { timeMs = 20_000, memoryMb = 128 } = {}) {
  const folder = await temporaryFolder();
  const file = join(folder, 'task.mjs');
  await writeFile(file, `export async function run(input) { ${source} }`);
  const pool = new ThreadPool({ threads: 1, timeMs, memoryMb, logger: recordingLogger([]) });
  opened.push(pool);
  const task = { module: pathToFileURL(file) };
  return {
    pool,
    run: (input: unknown, workspaceId = 'w1') => pool.run<unknown, unknown>(task, input, { workspaceId }),
  };
}

it('gives what a task gives, bytes handed over', async () => {
  const { run } = await taskOf('return { sum: input.a + 1, bytes: new Uint8Array(3) };');
  expect(await run({ a: 1 })).toEqual({ sum: 2, bytes: new Uint8Array(3) });
});

it.each<[string, string, object, object]>([
  ['takes too long', 'for (;;);', { timeMs: 300 }, { code: 'content-threads.too_much', kind: 'invalid' }],
  [
    'takes too much memory',
    'const all = []; for (;;) all.push(new Array(1e5).fill(input));',
    { memoryMb: 64 },
    { code: 'content-threads.too_much', kind: 'invalid' },
  ],
  ['throws', 'throw new Error("of the task");', {}, { code: 'content-threads.failed', kind: 'internal' }],
  ['ends its thread', 'process.exit(3);', {}, { code: 'content-threads.failed', kind: 'internal' }],
  [
    'leaves a rejection behind',
    'setTimeout(() => Promise.reject(new Error("late")), 0); await new Promise(() => {});',
    {},
    { code: 'content-threads.failed' },
  ],
])('a task that %s is told so, and the next one is done', async (_, source, options, refusal) => {
  const { run } = await taskOf(`if (input !== null) { ${source} } return 'fine';`, options);
  await expect(run(1)).rejects.toMatchObject(refusal);
  expect(await run(null)).toBe('fine');
});

it('takes nothing more once it closes, and lets go of what waits', async () => {
  const { pool, run } = await taskOf('await new Promise(() => {});');
  const [running, waiting] = [run(1), run(2)];
  await pool.close();
  for (const each of [running, waiting, run(3)]) {
    await expect(each).rejects.toMatchObject({ code: 'content-threads.busy', kind: 'unavailable' });
  }
});
