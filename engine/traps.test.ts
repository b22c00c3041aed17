import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The traps of the application DSL: each has a test that carries its number in its name, beside the code it tests. */
const traps: Readonly<Record<number, string>> = {
  1: 'YAML 1.1 scalars',
  2: 'skip propagation order',
  3: 'join waits only for live branches',
  4: 'aggregator takes existing, even null',
  5: 'branch handle without an edge',
  6: 'success path of a fail-branch node',
  7: 'default-value types',
  8: 'streaming order',
  9: 'streamed text equals final answer',
  10: 'unresolved template',
  11: 'text forms',
  12: 'integer versus float',
  13: '= on integers',
  14: 'missing variable in if-else',
  15: 'iteration',
  16: 'loop',
  17: 'legacy containers',
  18: 'start node values',
  19: 'http',
  20: 'code',
  21: 'retry',
  22: 'failure in one of two parallel nodes',
  23: 'stop',
  24: 'pause and resume',
  25: 'step limit',
  26: 'round trip',
  27: 'several roots',
  28: 'secrets',
};

/** Numbers that occur in the name of a test or of a group of tests. */
function numbersNamed(): Set<number> {
  const files = ['engine', 'http', 'kernel', 'plugins']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
    )
    .filter((path) => path.endsWith('.test.ts') && !path.endsWith('traps.test.ts'));
  const names = files.flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(/\btrap (\d+):/g)]);
  return new Set(names.map(([, number]) => Number(number)));
}

describe('the traps of the DSL', () => {
  const named = numbersNamed();

  it.each(Object.entries(traps))('%s (%s) has a test that names it', (number) => {
    expect(named).toContain(Number(number));
  });
});
