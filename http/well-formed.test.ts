import { describe, expect, it } from 'vitest';
import { boundedIntegers } from './bounded-integers.ts';
import { wellFormedJson } from './json-body.ts';

describe('JSON text that comes in', () => {
  it.each([
    ['"\\ud800"', '\ufffd'],
    ['"\\uDFFF\\uD83D"', '\ufffd\ufffd'],
    ['"\\ud800\\ud83d\\ude00\\udc00"', '\ufffd😀\ufffd'],
    ['"\\\\ud800 \\u0041"', '\\ud800 A'],
    ['"\\\\\\ud800"', '\\\ufffd'],
    ['"\\ud83d\\ude00 😀"', '😀 😀'],
  ])('says %s well-formed', (text, meant) => {
    expect(JSON.parse(wellFormedJson(text))).toBe(meant);
  });

  it('keeps its keys apart from its values', () => {
    expect(JSON.parse(wellFormedJson('{"\\ud800":["\\udc00"]}'))).toEqual({ '\ufffd': ['\ufffd'] });
  });
});

describe('whole numbers of a schema', () => {
  it('get the bounds of the database, unless they have their own', () => {
    const bounds = { minimum: -2_147_483_648, maximum: 2_147_483_647 };
    const properties = {
      page: { type: 'integer', minimum: 1 },
      size: { type: 'integer', maximum: 1e12 },
      x: { type: 'number' },
    };
    expect(boundedIntegers({ type: 'object', properties })).toEqual({
      type: 'object',
      properties: {
        page: { ...bounds, type: 'integer', minimum: 1 },
        size: { ...bounds, type: 'integer', maximum: 1e12 },
        x: { type: 'number' },
      },
    });
  });
});
