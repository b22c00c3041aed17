import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadMasterKeys } from './master-key.ts';

let home = '';
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'weft-test-'));
});
afterEach(() => rm(home, { recursive: true }));

const load = (key = '', previousKeys = '') => loadMasterKeys({ home, key, previousKeys });
const keyFile = () => join(home, 'secret.key');

describe('the master key', () => {
  it('is made once, for its owner only', async () => {
    const first = await load();
    expect({ ...(await load()), isNew: true }).toEqual(first);
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
    expect((await readFile(keyFile(), 'utf8')).trim()).toBe(first.current.toString('base64'));
    expect(await readdir(home)).toEqual(['secret.key']);
  });

  it('is one key when several starts make it at once', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => load()));
    expect(new Set(keys.map(({ current }) => current.toString('hex'))).size).toBe(1);
  });

  it('is closed to others again when its file was opened to them', async () => {
    await load();
    await chmod(keyFile(), 0o644);
    await load();
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
  });

  it.each(['base64', 'base64url', 'hex'] as const)('may be given as %s', async (encoding) => {
    const key = randomBytes(32);
    expect((await load(key.toString(encoding))).current).toEqual(key);
  });

  it('that is given makes the one in the data folder a previous one', async () => {
    const { current: stored } = await load();
    const [given, older] = [randomBytes(32), randomBytes(32)];
    const keys = await load(given.toString('hex'), ` ${older.toString('base64')}, `);
    expect(keys).toEqual({ current: given, previous: [older, stored] });
  });

  it.each([
    ['a word', 'short'],
    ['one letter', 'a'.repeat(64)],
    ['zeros', Buffer.alloc(32).toString('base64')],
    ['a repeated word', 'changeme'.repeat(8)],
    ['a repeated pattern', '0123456789abcdef'.repeat(4)],
    ['a row of numbers', Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64')],
    ['a phrase in base64', Buffer.from('correct horse battery staple xyz').toString('base64')],
    ['the digest of a known word', createHash('sha256').update('changeme').digest('hex')],
    ['31 bytes', randomBytes(31).toString('base64')],
    ['33 bytes', randomBytes(33).toString('base64')],
  ])('attack T18: is refused when it is %s', async (_, key) => {
    await expect(load(key)).rejects.toThrow(/WEFT_SECRET_KEY is not 32 random bytes.*openssl rand/);
    await expect(load('', key)).rejects.toThrow(/WEFT_PREVIOUS_SECRET_KEYS/);
  });

  it('is not shown by the message that refuses it', async () => {
    await expect(load('my-secret-canary')).rejects.not.toThrow('canary');
  });

  it('is refused when its file was cut', async () => {
    await writeFile(keyFile(), 'AAAA\n');
    await expect(load()).rejects.toThrow(/secret\.key/);
  });
});
