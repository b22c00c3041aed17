import { describe, expect, it } from 'vitest';
import { MAX_DIGITS, scanJson } from './json-scan.ts';

const scan = (text: string) => scanJson(Buffer.from(text));
/** Longer than what is looked at in one go, so that the places under test lie across such borders, too. */
const long = (start: number, text: string) => `["${'x'.repeat(start)}",${text}]`;

describe('a JSON text that is scanned', () => {
  it('has as many parts as are written, and none inside strings', async () => {
    await scan(JSON.stringify({ text: ',:[{\\"'.repeat(500_000) }));
    await scan(`[${'1,'.repeat(399_000)}1]`);
    await expect(scan(`[${'1,'.repeat(400_000)}1]`)).rejects.toMatchObject({
      code: 'http.request_too_large',
      message:
        'The request body has more than 400000 parts (a member of an object counts as 10, a list or an object as 4)',
    });
    const members = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [at, 1])));
    await scan(members(39_000));
    await expect(scan(members(41_000))).rejects.toThrow('parts');
  });

  it('is refused when it is nested too deep, or has a number nobody writes', async () => {
    const digits = (count: number) => '1'.repeat(count);
    await scan(`[${'['.repeat(63)}${']'.repeat(63)},${digits(MAX_DIGITS)},"${digits(MAX_DIGITS + 1)}"]`);
    await expect(scan('['.repeat(65))).rejects.toThrow('deeper than 64');
    await expect(scan(`[${digits(MAX_DIGITS + 1)}]`)).rejects.toThrow('more than 4300 digits');
    await scan(`[${`${digits(17)},`.repeat(300_000)}1]`);
    await scan(`[${`${digits(MAX_DIGITS)},`.repeat(50)}1]`);
    await expect(scan(`[${`${digits(MAX_DIGITS)},`.repeat(51)}1]`)).rejects.toThrow('too many long numbers');
    await expect(scan(long(262_100, digits(MAX_DIGITS + 1)))).rejects.toThrow('more than 4300 digits');
  });

  it.each<[string, boolean]>([
    ['{"a":"\\u00e9\\u4e2d\\n\\"\\\\ud800"}', false],
    ['{"a":"\\ud83d\\ude00"}', true],
    ['{"a":"\\uD800"}', true],
    ['{"\\u005f_proto__":1}', true],
    ['{"c\\u006fnstructor":1}', true],
    ['{"a":"__proto__"}', true],
  ])('says whether it must be walked through: %s', async (text, isOdd) => {
    for (let start = 262_130; start < 262_146; start += 1) {
      expect(await scan(long(start, text)), `${start}`).toEqual({ isOdd });
    }
    expect(await scan(text)).toEqual({ isOdd });
  });
});
