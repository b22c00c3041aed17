import { describe, expect, it } from 'vitest';
import { BatchedLookup } from './batched-lookup.ts';

/** A lookup in a table that answers when told to. */
function slowTable(table: ReadonlyMap<string, number>) {
  const asked: (readonly string[])[] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const lookup = new BatchedLookup<number>(async (keys) => {
    asked.push(keys);
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    await gate.promise;
    return new Map([...table].filter(([key]) => keys.includes(key)));
  });
  return { lookup, asked, gates };
}

describe('keys that are looked up at the same time', () => {
  it('share the query after the one that is under way', async () => {
    const { lookup, asked, gates } = slowTable(new Map([['b', 2]]));
    const first = lookup.get('a');
    const others = Promise.all(Array.from({ length: 600 }, (_, index) => lookup.get(index === 0 ? 'b' : `x${index}`)));
    expect(asked).toEqual([['a']]);
    gates[0]?.resolve();
    expect(await first).toBeNull();
    await expect.poll(() => asked.length).toBe(2);
    gates[1]?.resolve();
    await expect.poll(() => asked.length).toBe(3);
    gates[2]?.resolve();
    expect((await others)[0]).toBe(2);
    expect(asked.map((keys) => keys.length)).toEqual([1, 500, 100]);
  });

  it('fail together, and later ones are looked up all the same', async () => {
    const { lookup, gates } = slowTable(new Map([['a', 1]]));
    const failing = lookup.get('a');
    gates[0]?.reject(new Error('the database is away'));
    await expect(failing).rejects.toThrow('away');
    const next = lookup.get('a');
    await expect.poll(() => gates.length).toBe(2);
    gates[1]?.resolve();
    expect(await next).toBe(1);
  });
});
