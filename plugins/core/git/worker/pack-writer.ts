import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

export interface PackedObject {
  readonly type: 'commit' | 'tree' | 'blob';
  readonly bytes: Uint8Array;
}

const kinds = { commit: 1, tree: 2, blob: 3 } as const;

/** Objects as a pack, each whole. */
export function writePack(objects: readonly PackedObject[]): Buffer {
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  head.writeUInt32BE(objects.length, 8);
  const body = Buffer.concat([
    head,
    ...objects.flatMap(({ type, bytes }) => [entryHead(type, bytes.length), deflateSync(bytes)]),
  ]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

/** Four bits of the size beside the type, then seven in each byte; the highest bit says that more follow. */
function entryHead(type: PackedObject['type'], length: number): Buffer {
  const bytes = [(kinds[type] << 4) | (length % 16)];
  for (let rest = Math.floor(length / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 128;
    bytes.push(rest % 128);
  }
  return Buffer.from(bytes);
}
