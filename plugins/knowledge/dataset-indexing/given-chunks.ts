import { PlatformError } from '#kernel';
import type { Chunk } from '#plugins/chunking/contract.ts';
import type { DatasetDocument } from '#plugins/dataset-documents/contract.ts';

/** In the source of a document whose content is its chunks, as `indexChunks` was given them. */
export const GIVEN_CHUNKS = { chunks: 'given' } as const;

export function hasGivenChunks({ source }: Pick<DatasetDocument, 'source'>): boolean {
  return source.chunks === GIVEN_CHUNKS.chunks;
}

/** Of the document of that name. */
export function readGivenChunks({
  bytes,
  name,
}: {
  readonly bytes: Uint8Array;
  readonly name: string;
}): readonly Chunk[] {
  try {
    return (JSON.parse(new TextDecoder().decode(bytes)) as { readonly chunks: readonly Chunk[] }).chunks;
  } catch (cause) {
    const message = `The chunks of "${name}" can't be read: run its workflow again`;
    throw new PlatformError('invalid', 'dataset-indexing.no_text', message, { cause });
  }
}

export function writeGivenChunks(chunks: readonly Chunk[]): string {
  return JSON.stringify({ chunks });
}
