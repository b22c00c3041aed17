import { describe, expect, it } from 'vitest';
import { jsonArray } from './journal-rows.ts';

describe('rows on their way to PostgreSQL', () => {
  it('keep their text', () => {
    expect(jsonArray(['{"a":1.0}', '{"b":"\\n"}'])).toBe('[{"a":1.0},{"b":"\\n"}]');
  });

  it('lose NUL characters, which PostgreSQL can not store', () => {
    expect(JSON.parse(jsonArray([JSON.stringify({ a: 'x\0y' })]))).toEqual([{ a: 'xy' }]);
  });

  it('keep a backslash that only looks like an escaped NUL', () => {
    const row = { a: 'C:\\u0000' };
    expect(JSON.parse(jsonArray([JSON.stringify(row)]))).toEqual([row]);
  });

  it('replace half a surrogate pair', () => {
    expect(JSON.parse(jsonArray([JSON.stringify({ a: 'x\ud800y' })]))).toEqual([{ a: 'x\ufffdy' }]);
  });

  it('keep whole surrogate pairs', () => {
    const row = { a: 'smile 😀' };
    expect(JSON.parse(jsonArray([JSON.stringify(row)]))).toEqual([row]);
  });
});
