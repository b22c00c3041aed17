import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { BlobStore } from '#plugins/blobs/contract.ts';

/** Content in pieces of a size. */
export async function* inPieces(bytes: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export async function keysOf(store: BlobStore, owner: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(owner)) keys.push(key);
  return keys.sort();
}

/** Bytes that repeat nowhere near. */
export function noise(size: number): Buffer {
  const block = createHash('sha512').update(String(size)).digest();
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += 1) bytes[at] = ((block[at % 64] ?? 0) + (at >> 6)) & 0xff;
  return bytes;
}

/** What every store must do; `open` is asked once, when the tests run. */
export function describeStore(name: string, open: () => BlobStore): void {
  const key = (owner = 'tests') => `${owner}/${randomUUID()}/${randomUUID()}`;

  describe(`the store ${name}`, () => {
    it.each([0, 1, 70_000, 8 * 1024 * 1024, 17_000_001])('gives back %i bytes as they were written', async (size) => {
      const [store, at, bytes] = [open(), key(), noise(size)];
      await store.write(at, inPieces(bytes, 65_536));
      expect((await bytesOf(await store.read(at))).equals(bytes)).toBe(true);
      await store.remove([at]);
    });

    it('reads ranges', async () => {
      const [store, at, bytes] = [open(), key(), noise(100_000)];
      await store.write(at, inPieces(bytes, 30_000));
      for (const [start, end] of [
        [0, 1],
        [99_999, 100_000],
        [40_000, 60_001],
        [5, 5],
      ] as const) {
        const part = await bytesOf(await store.read(at, { start, end }));
        expect(part.equals(bytes.subarray(start, end))).toBe(true);
      }
    });

    it('refuses to read what it does not have', async () => {
      await expect(open().read(key())).rejects.toMatchObject({ code: 'blobs.not_found', kind: 'not-found' });
    });

    it.each([10, 20 * 1024 * 1024])('keeps nothing of content that breaks off after %i bytes', async (size) => {
      const [store, at] = [open(), key('broken')];
      async function* breaking() {
        yield* inPieces(noise(size), 1024 * 1024);
        throw new Error('the client left');
      }
      await expect(store.write(at, breaking())).rejects.toThrow('the client left');
      await expect(store.read(at)).rejects.toMatchObject({ code: 'blobs.not_found' });
      expect(await keysOf(store, 'broken')).toEqual([]);
    });

    it('lists what an owner has and removes what it is told to, known or not', async () => {
      const store = open();
      const [first, second, other] = [key('listed'), key('listed'), key('listed-too')];
      const before = Date.now();
      for (const at of [first, second, other]) await store.write(at, inPieces(noise(10), 5));
      expect(await keysOf(store, 'listed')).toEqual([first, second].sort());
      for await (const { modifiedAt } of store.list('listed')) {
        expect(modifiedAt).toBeGreaterThan(before - 60_000);
        expect(modifiedAt).toBeLessThan(Date.now() + 60_000);
      }
      await store.remove([first, key('listed')]);
      expect(await keysOf(store, 'listed')).toEqual([second]);
      expect(await keysOf(store, 'never')).toEqual([]);
    });

    it('can be tidied and checked', async () => {
      const store = open();
      await store.tidy(Date.now());
      await store.check(new AbortController().signal);
    });
  });
}
