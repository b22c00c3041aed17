/**
 * What a call costs in the sandbox itself, without the run around it: one caller, one call after the other, and with a
 * pause in which what the call before has left is cleared away.
 *
 *     node plugins/tools/sandbox/bench/calls.ts
 */
import { setTimeout as pause } from 'node:timers/promises';
import { startPython, startSandbox } from '#plugins/sandbox/testing/start-sandbox.ts';

const calls = 300;
const javascript =
  'function main({ text }) { return { text: JSON.stringify({ a: text.toUpperCase(), n: [1, 2, 3] }) } }';
const python = 'import json\ndef main(text):\n    return {"text": json.dumps({"a": text.upper(), "n": [1, 2, 3]})}';

interface Language {
  readonly name: string;
  readonly code: string;
  start(): Pick<ReturnType<typeof startPython>, 'run' | 'close'>;
}

const languages: readonly Language[] = [
  { name: 'JavaScript', code: javascript, start: () => startSandbox({}, { threads: 2 }) },
  { name: 'Python', code: python, start: () => startPython({}, { processes: 2 }) },
];

for (const { name, code, start } of languages) {
  const sandbox = start();
  for (const pauseMs of [0, 5]) {
    const times: number[] = [];
    // The first third is for warming up.
    for (let index = 0; index < calls * 1.5; index += 1) {
      const startedAt = performance.now();
      const result = await sandbox.run(code, { text: 'hello' });
      if (!result.ok) throw new Error(result.message);
      times.push(performance.now() - startedAt);
      if (pauseMs > 0) await pause(pauseMs);
    }
    const [median = 0] = times
      .slice(-calls)
      .sort((one, other) => one - other)
      .slice(calls / 2);
    process.stdout.write(`${name}, ${pauseMs} ms between calls: ${median.toFixed(2)} ms, median of ${calls}\n`);
  }
  await sandbox.close();
}
