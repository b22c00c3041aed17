import { describe, expect, it } from 'vitest';
import { isUuid, namedId, newId, timeOf } from './id.ts';

describe('new ids', () => {
  it('are valid UUIDs of version 7 that sort in the order they were made, however fast', () => {
    const ids = Array.from({ length: 20_000 }, newId);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('carry the time', () => {
    const before = Date.now();
    const time = timeOf(newId());
    // Ids may be ahead by as much as the clock went back before.
    expect(Math.abs(time - before)).toBeLessThan(301_000);
  });
});

describe('a UUID', () => {
  it('is of any version, bare and with dashes', () => {
    for (const id of [newId(), crypto.randomUUID(), namedId('x', newId()), newId().toUpperCase()]) {
      expect(isUuid(id)).toBe(true);
    }
    const id = newId();
    for (const other of [
      '',
      id.replaceAll('-', ''),
      `urn:uuid:${id}`,
      `{${id}}`,
      `${id}\n`,
      `${id}0`,
      id.replace('7', 'g'),
    ]) {
      expect(isUuid(other), other).toBe(false);
    }
  });
});

describe('named ids', () => {
  it('are the same for the same name and namespace only', () => {
    const [a, b] = [newId(), newId()];
    expect(namedId('x', a)).toBe(namedId('x', a));
    expect(namedId('x', a)).not.toBe(namedId('y', a));
    expect(namedId('x', a)).not.toBe(namedId('x', b));
  });

  it('are those of the standard (RFC 9562, appendix A.4)', () => {
    const dns = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
    expect(namedId('www.example.com', dns)).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
  });
});
