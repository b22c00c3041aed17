import { PlatformError } from '#kernel';
import type { Chunk } from '#plugins/chunking/contract.ts';
import type { DatasetDocument } from '#plugins/dataset-documents/contract.ts';

/** In the source of a document whose content is its chunks, as `indexChunks` was given them. */
export const GIVEN_CHUNKS = { chunks: 'given' } as const;

/** null: it is a document like others. */
export function readGivenChunks(
  { source, name }: Pick<DatasetDocument, 'source' | 'name'>,
  bytes: Uint8Array,
): readonly Chunk[] | null {
  if (source.chunks !== GIVEN_CHUNKS.chunks) return null;
  try {
    return (JSON.parse(Buffer.from(bytes).toString()) as { readonly chunks: readonly Chunk[] }).chunks;
  } catch (cause) {
    const message = `The chunks of "${name}" can't be read: run its workflow again`;
    throw new PlatformError('invalid', 'dataset-indexing.no_text', message, { cause });
  }
}

export function writeGivenChunks(chunks: readonly Chunk[]): string {
  return JSON.stringify({ chunks });
}
