/**
 * What a call costs in the tier itself, beyond the work of the package: one caller, one call after the other; then eight at once,
 * and calls that ask the server.
 *
 *     node plugins/marketplace/plugin-node/bench/calls.ts
 */

import { startTier } from '#plugins/plugin-node/testing/start-tier.ts';
import type { TierCall } from '#plugins/plugin-runner/contract.ts';

const calls = 1000;
const ask: TierCall['ask'] = async () => ({ ok: true, status: 200, url: '', headers: [], body: Buffer.from('{}') });
const { run, close } = startTier();
const body = `if (input.ask) await (await fetch('https://there/')).json(); return { text: input.text.length };`;

async function timed(input: unknown): Promise<number> {
  const startedAt = performance.now();
  const result = await run(body, input, { ask });
  if (!result.ok) throw new Error(result.message);
  return performance.now() - startedAt;
}

const told = (name: string, milliseconds: number) => process.stdout.write(`${name}: ${milliseconds.toFixed(3)} ms\n`);
const median = (times: readonly number[]) => [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;

told('first call, with the start of the process', await timed({ text: 'a' }));
for (const [name, input] of [
  ['warm call', { text: 'a' }],
  ['warm call with 10 KB', { text: 'a'.repeat(10_000) }],
  ['warm call with 1 MB', { text: 'a'.repeat(1_000_000) }],
  ['warm call that asks once', { text: 'a', ask: true }],
] as const) {
  const times: number[] = [];
  // The first third is for warming up.
  for (let index = 0; index < calls * 1.5; index += 1) times.push(await timed(input));
  told(name, median(times.slice(-calls)));
}
const startedAt = performance.now();
await Promise.all(Array.from({ length: 48 }, () => timed({ text: 'a' })));
told('each of 48 calls that wait for eight at once', (performance.now() - startedAt) / 48);
await close();
