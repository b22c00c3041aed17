import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readEnvironment } from '#kernel/config.ts';
import { temporaryFolder } from '#kernel/testing/temporary-folder.ts';

const address = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Says what process it is and how it was begun, once it has begun for good. */
const program = `
import { ensureNode } from ${JSON.stringify(address('./ensure-node.mjs'))};
import { boundGarbage, memoryFlags } from ${JSON.stringify(address('./memory.mjs'))};
if (ensureNode(memoryFlags)) {
  boundGarbage();
  const { MALLOC_MMAP_THRESHOLD_: allocator, MALLOC_ARENA_MAX: arenas } = process.env;
  const said = { pid: process.pid, flags: process.execArgv, args: process.argv.slice(2), allocator, arenas };
  process.stdout.write(JSON.stringify(said), () => process.disconnect?.());
}`;

/** Says what heaps two threads may have that differ in what they are given for young objects, in MB. */
const threads = `
import { Worker } from 'node:worker_threads';
import { boundGarbage } from ${JSON.stringify(address('./memory.mjs'))};
boundGarbage();
const code = 'require("node:worker_threads").parentPort.postMessage(require("node:v8").getHeapStatistics().heap_size_limit / 2 ** 20)';
const heapOf = (maxYoungGenerationSizeMb) =>
  new Promise((resolve) => {
    const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb };
    new Worker(code, { eval: true, resourceLimits }).once('message', resolve);
  });
process.stdout.write(JSON.stringify([await heapOf(24), await heapOf(96)]));`;

interface Run {
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly hasChannel?: boolean;
}

async function run(given: Run) {
  const { output, pid } = await outputOf(program, given);
  return { ...JSON.parse(output), isSameProcess: JSON.parse(output).pid === pid };
}

async function outputOf(text: string, { flags = [], env = {}, hasChannel = false }: Run) {
  const file = join(await temporaryFolder(), 'program.mjs');
  await writeFile(file, text);
  const {
    NODE_OPTIONS: _options,
    MALLOC_MMAP_THRESHOLD_: _allocator,
    MALLOC_ARENA_MAX: _arenas,
    ...rest
  } = readEnvironment();
  const child = spawn(process.execPath, [...flags, file, 'an argument'], {
    stdio: ['ignore', 'pipe', 'pipe', ...(hasChannel ? (['ipc'] as const) : [])],
    env: { ...rest, ...env },
  });
  let output = '';
  let complaints = '';
  child.stdout?.on('data', (data: Buffer) => {
    output += data.toString();
  });
  child.stderr?.on('data', (data: Buffer) => {
    complaints += data.toString();
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  // A flag that V8 no longer knows is complained about here.
  expect({ code, complaints }).toEqual({ code: 0, complaints: '' });
  return { output, pid: child.pid };
}

it.runIf(process.platform !== 'win32')('begins again with its flags, as the same process', async () => {
  expect(await run({})).toMatchObject({
    isSameProcess: true,
    flags: ['--max-semi-space-size=16'],
    args: ['an argument'],
    allocator: '131072',
    arenas: '2',
  });
});

it('leaves a choice that was made to whoever starts it', async () => {
  expect(await run({ flags: ['--max-semi-space-size=32'] })).toMatchObject({ flags: ['--max-semi-space-size=32'] });
  expect(await run({ flags: ['--max_semi_space_size=32'] })).toMatchObject({ flags: ['--max_semi_space_size=32'] });
  expect(await run({ env: { NODE_OPTIONS: '--max-semi-space-size=32' } })).toMatchObject({ flags: [] });
  expect(await run({ env: { MALLOC_MMAP_THRESHOLD_: '1000000' } })).toMatchObject({ allocator: '1000000' });
});

it('stays as it is when it has a channel, which would be lost', async () => {
  expect(await run({ hasChannel: true })).toMatchObject({ isSameProcess: true, flags: [] });
});

it.runIf(process.platform !== 'win32')('attack T04: opens no inspector when it could not begin again', async () => {
  const text = `
import { ensureNode, inspectorFlag } from ${JSON.stringify(address('./ensure-node.mjs'))};
ensureNode([inspectorFlag]);
process.stdout.write(String(process.listenerCount('SIGUSR1')), () => process.disconnect());`;
  expect(await outputOf(text, { hasChannel: true })).toMatchObject({ output: '1' });
});

it('leaves to threads what they are given for young objects', async () => {
  const { output } = await outputOf(threads, { flags: ['--max-semi-space-size=16'] });
  const [small, large] = JSON.parse(output);
  expect(large - small).toBeGreaterThan(24);
});
