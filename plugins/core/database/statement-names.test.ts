import { describe, expect, it } from 'vitest';
import { StatementNames } from './statement-names.ts';

const see = (names: StatementNames, statement: string, times: number) =>
  Array.from({ length: times }, () => names.nameOf(statement));

describe('statement names', () => {
  it('are given to a statement that comes a third time, and stay', () => {
    const names = new StatementNames('s');
    expect(see(names, 'select $1', 4)).toEqual([undefined, undefined, 's0', 's0']);
    expect(see(names, 'select $2', 3)).toEqual([undefined, undefined, 's1']);
  });

  it('are not given to long statements', () => {
    expect(see(new StatementNames('s'), 'x'.repeat(10_000), 5).at(-1)).toBeUndefined();
  });

  it('are bounded in number, whatever comes', () => {
    const names = new StatementNames('s');
    const given = new Set<string | undefined>();
    for (let index = 0; index < 5_000; index += 1) given.add(see(names, `select ${index}`, 3).at(-1));
    expect(given.size).toBe(257);
    expect(given.has(undefined)).toBe(true);
  });
});
