import { type Chunk, estimateTokens } from '#plugins/chunking/contract.ts';
import { contentTask } from '#plugins/content-threads/contract.ts';
import { type PackedSegments, packSegments } from '#plugins/dataset-documents/contract.ts';
import type { DocForm } from '#plugins/datasets/contract.ts';
import { type CutSettings, cutContent, type ReadContent } from './document-source.ts';
import { segmentOf } from './entries.ts';
import { readGivenChunks } from './given-chunks.ts';
import { type PackedChunks, packChunks } from './packed-chunks.ts';

/** What a preview shows: chunks, and of each of them children and characters. */
const SHOWN = { chunks: 20, children: 100, characters: 20_000 };

/** What a document says, with how it is cut; or its chunks, as whoever wrote the document gave them. */
export interface CutWork {
  readonly content: ReadContent | { readonly kind: 'given'; readonly bytes: Uint8Array; readonly name: string };
  readonly settings: CutSettings;
  /** `preview`: the first chunks are shown, and the rest is counted. */
  readonly purpose: 'preview' | 'economy' | 'high_quality';
}

export type CutResult =
  | { readonly kind: 'segments'; readonly count: number; readonly segments: PackedSegments }
  /** Parts that a model still has to be asked about. */
  | { readonly kind: 'parts'; readonly count: number; readonly parts: PackedChunks }
  | { readonly kind: 'preview'; readonly count: number; readonly chunks: readonly Chunk[]; readonly tokens: number };

export const cutTask = contentTask<typeof run>(new URL(import.meta.url));

/** Throws what cutting throws. */
export function run({ content, settings, purpose }: CutWork): CutResult {
  const { kind, chunks } =
    content.kind === 'given' ? { kind: 'chunks', chunks: readGivenChunks(content) } : cutContent(content, settings);
  const count = chunks.length;
  if (purpose === 'preview') {
    const tokens = tokensOf(chunks, kind === 'parts' ? 'text_model' : settings.docForm);
    return { kind: 'preview', count, chunks: chunks.slice(0, SHOWN.chunks).map(shown), tokens };
  }
  if (kind === 'parts') return { kind: 'parts', count, parts: packChunks(chunks) };
  const segments = chunks.map((chunk, index) => segmentOf(chunk, index + 1, purpose === 'economy'));
  return { kind: 'segments', count, segments: packSegments(segments, 'automatic') };
}

function tokensOf(chunks: readonly Chunk[], docForm: DocForm): number {
  const texts = docForm === 'hierarchical_model' ? chunks.flatMap(({ children }) => children) : chunks.map(contentOf);
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0);
}

function contentOf({ content }: Chunk): string {
  return content;
}

/** A whole document as one chunk is no preview of it. */
function shown(chunk: Chunk): Chunk {
  const { content, children } = chunk;
  return { ...chunk, content: content.slice(0, SHOWN.characters), children: children.slice(0, SHOWN.children) };
}
