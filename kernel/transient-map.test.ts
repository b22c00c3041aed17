import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { TransientMap } from './transient-map.ts';

/** MB that are old after many entries of 30 KB have come and gone, 32 at a time. */
function oldAfter(map: string): number {
  const program = `
    import v8 from 'node:v8';
    import { TransientMap } from ${JSON.stringify(new URL('./transient-map.ts', import.meta.url).href)};
    const old = () => v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space').space_used_size;
    const map = new ${map}();
    const pass = (from, to) => {
      for (let number = from; number < to; number += 1) {
        map.set(number, Array.from({ length: 1_000 }, (_, index) => ({ index })));
        map.delete(number - 32);
      }
    };
    pass(0, 100);
    gc();
    const before = old();
    pass(100, 700);
    console.log((old() - before) / 1e6);`;
  // Major collections would take it all away again.
  const flags = [
    '--expose-gc',
    '--max-semi-space-size=16',
    '--no-allocation-site-pretenuring',
    '--initial-heap-size=400',
  ];
  const answer = execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  return Number(answer);
}

describe('TransientMap', () => {
  it('is a map', () => {
    const map = new TransientMap<string, number>().set('a', 1).set('b', 2).set('a', 3);
    expect([...map]).toEqual([
      ['a', 3],
      ['b', 2],
    ]);
    expect([...map.keys()]).toEqual(['a', 'b']);
    expect([...map.values()]).toEqual([3, 2]);
    expect([map.size, map.has('a'), map.get('b'), map.get('c')]).toEqual([2, true, 2, undefined]);
    expect([map.delete('a'), map.delete('a'), map.has('a'), map.get('a'), map.size]).toEqual([
      true,
      false,
      false,
      undefined,
      1,
    ]);
    map.clear();
    expect([...map]).toEqual([]);
  });

  it('keeps nothing of what was taken out, where a Map does', () => {
    expect(oldAfter('Map')).toBeGreaterThan(5);
    expect(oldAfter('TransientMap')).toBeLessThan(3);
  });
});
