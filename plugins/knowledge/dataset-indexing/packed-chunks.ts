import type { Chunk } from '#plugins/chunking/contract.ts';

/** Chunks of one piece. */
const PIECE = 100;

/** Many chunks as they leave a thread: read a piece at a time, for all at once would keep everybody else waiting. */
export type PackedChunks = readonly Uint8Array<ArrayBuffer>[];

export function packChunks(chunks: readonly Chunk[]): PackedChunks {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let from = 0; from < chunks.length; from += PIECE) {
    pieces.push(new TextEncoder().encode(JSON.stringify(chunks.slice(from, from + PIECE))));
  }
  return pieces;
}

export function* unpackChunks(pieces: PackedChunks): Generator<Chunk> {
  for (const piece of pieces) yield* JSON.parse(new TextDecoder().decode(piece)) as Chunk[];
}
