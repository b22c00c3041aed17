import { chmod, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LocalStore } from './local-store.ts';
import { describeStore, inPieces, noise } from './testing/store-contract.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weft-blobs-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describeStore('local', () => new LocalStore(folder));

describe('a folder of blobs', () => {
  it('is its owner’s only', async () => {
    const store = new LocalStore(join(folder, 'deep', 'er'));
    await store.write('files/w/123', inPieces(noise(10), 10));
    expect((await stat(join(folder, 'deep', 'er', 'files'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'deep', 'er', 'files', 'w', '23', '123'))).mode & 0o777).toBe(0o600);
  });

  it.each(['../x/y', 'files/../../x', '/etc/passwd', 'files//x', 'files', 'files/x\0', 'files/X', '.incoming/x'])(
    'takes no key like %j',
    async (key) => {
      const store = new LocalStore(folder);
      await expect(store.write(key, inPieces(noise(1), 1))).rejects.toThrow(TypeError);
      await expect(store.read(key)).rejects.toThrow(TypeError);
    },
  );

  it('loses writes that a dead process left unfinished, and no others', async () => {
    const store = new LocalStore(folder);
    const [old, young] = [join(folder, '.incoming', 'old'), join(folder, '.incoming', 'young')];
    await writeFile(old, 'x');
    await writeFile(young, 'x');
    const yesterday = new Date(Date.now() - 86_400_000);
    await utimes(old, yesterday, yesterday);
    await store.tidy(Date.now() - 3_600_000);
    expect(await readdir(join(folder, '.incoming'))).toEqual(['young']);
  });

  it('that can not be used is named', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    await chmod(file, 0o600);
    const store = new LocalStore(join(file, 'blobs'));
    for (const use of [() => store.write('files/w/1', inPieces(noise(1), 1)), () => store.check()]) {
      await expect(use()).rejects.toMatchObject({
        code: 'blobs.unavailable',
        message: expect.stringMatching(/a-file.*WEFT_BLOBS_FOLDER/),
      });
    }
  });
});
