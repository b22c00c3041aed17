import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Float, toJson } from '#engine/run/values/value.ts';
import { readYaml } from './yaml-reader.ts';
import { writeYaml } from './yaml-writer.ts';

/** A small generator with a seed, so that a failure can be repeated. */
function randomSource(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const pieces = [
  'yes', 'No', 'on', 'y', 'n', '~', 'null', 'true', '010', '000568', '0x1F', '0b1', '1_000', '12:30:00', '1e3', '1.0', '.5',
  '-1', '+1', '2024-01-01', '2024-01-01T10:00:00Z', '=', '<<', '---', '...', '- a', '? a', ': a', 'a: b', 'a #b', '#c', '&a',
  '*a', '!t', '|', '>', '%', '@', '`', '"', "'", "it's", '\\', '\\n', '{{#a.b#}}', '[x', '{x', ',', 'a,b', ' ', '  lead',
  'trail ', '\t', '\n', '\n\n', 'a\nb', 'a\n', 'a\n\n', '\na', ' a\nb', 'a\n b\n  c\n', 'a \nb', '\r\n', '\r', '\0', '\u0007',
  '\u0085', '\u2028', '\u00a0', '\uFEFF', '\u{1F916}', '\uD83D', '\uDE00', '模型', 'é', '__x', 'constructor', '.inf', '.nan', '-',
  '?', ':', '0.6.0', '', 'x'.repeat(1200), '# c\n# d', '\tb\nc', '- x\n- y\n', 'é\u00a0\n ', '\n \n', 'a:', '-a', '1:30', '685e2',
]; // biome-ignore format: one word per kind of trouble

function randomText(next: () => number): string {
  const count = 1 + Math.floor(next() * 3);
  const text = Array.from({ length: count }, () => pieces[Math.floor(next() * pieces.length)]);
  // Half characters are replaced where a document is read.
  return text.join(next() < 0.5 ? '' : ' ').toWellFormed();
}

function randomValue(next: () => number, depth: number): unknown {
  const kind = Math.floor(next() * (depth > 0 ? 10 : 7));
  if (kind === 0) return null;
  if (kind === 1) return next() < 0.5;
  if (kind === 2) return Math.floor((next() - 0.5) * 2 ** 54);
  if (kind === 3) return new Float(Math.floor((next() - 0.5) * 1000) * 10 ** Math.floor(next() * 20));
  if (kind === 4) return (next() - 0.5) * 10 ** Math.floor((next() - 0.5) * 40) + 0.1e-20;
  if (kind === 5) return BigInt(Math.floor(next() * 2 ** 52)) * 1_000_003n + 2n ** 60n;
  if (kind === 6) return randomText(next);
  const size = Math.floor(next() * 4);
  if (kind === 7) return Array.from({ length: size }, () => randomValue(next, depth - 1));
  const entries = Array.from({ length: size }, (): [string, unknown] => [
    randomText(next),
    randomValue(next, depth - 1),
  ]);
  return Object.fromEntries(entries.filter(([key]) => key !== '__proto__'));
}

describe('writing YAML', () => {
  it('gives back every tree exactly, number kinds and key order included', () => {
    const next = randomSource(20261121);
    for (let round = 0; round < 3000; round += 1) {
      const tree = { a: randomValue(next, 4), [randomText(next)]: randomValue(next, 4) };
      const written = writeYaml(tree);
      expect(toJson(readYaml(written)), written).toBe(toJson(tree));
    }
  });

  it('writes text that YAML 1.1 and 1.2 readers both take for text', () => {
    const texts = pieces.filter((text) => text !== '=');
    const keys = texts.filter((text) => !/^[yn]$/.test(text));
    const written = writeYaml({ texts, keys: Object.fromEntries(keys.map((key) => [key, 1])) });
    for (const version of ['1.1', '1.2'] as const) {
      const read = parse(written, { version, schema: version === '1.1' ? 'yaml-1.1' : 'core', maxAliasCount: 0 });
      expect(read.texts).toEqual(texts);
      expect(Object.keys(read.keys).sort()).toEqual([...keys].sort());
    }
  });

  it('writes what people read: literal blocks, characters instead of escapes, quotes only where needed', () => {
    const tree = {
      version: '0.6.0',
      icon: '🤖',
      name: 'a plain sentence, with commas',
      text: 'first\n  second\n\nlast',
      on: 'yes',
      position: { x: 80, y: 282.5, z: new Float(1) },
      empty: [{}, [], '', null],
      list: [{ a: 1, b: [1, 2] }, [[1], 'x\ny\n']],
    };
    expect(writeYaml(tree)).toBe(`version: 0.6.0
icon: 🤖
name: a plain sentence, with commas
text: |-
  first
    second

  last
'on': 'yes'
position:
  x: 80
  y: 282.5
  z: 1.0
empty:
- {}
- []
- ''
- null
list:
- a: 1
  b:
  - 1
  - 2
- - - 1
  - |
    x
    y
`);
  });
});
