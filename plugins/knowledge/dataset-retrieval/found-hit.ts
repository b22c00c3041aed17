import type { FoundSegment } from '#plugins/dataset-documents/contract.ts';
import type { Dataset } from '#plugins/datasets/contract.ts';
import type { ExternalHit, Hit, StageScores } from './contract.ts';
import type { Piece } from './fusion.ts';
import type { MergedHit } from './merge.ts';

/** A segment that was found, with what it takes to compare it with others. */
export interface FoundHit extends MergedHit {
  readonly dataset: Dataset;
  readonly segment: FoundSegment;
  readonly piece: Piece;
  readonly reranked: number | null;
}

/** What an external base answered with. */
export interface FoundExternally extends MergedHit {
  readonly dataset: Dataset;
  readonly external: ExternalHit;
}

export type AnyHit = FoundHit | FoundExternally;

export function isExternal(hit: AnyHit): hit is FoundExternally {
  return 'external' in hit;
}

/** What of a hit a model reads that judges it: of long parents the part that was found. */
export function judgedText({ segment, piece }: Pick<FoundHit, 'segment' | 'piece'>): string {
  if (piece.best.kind === 'child') {
    const child = segment.children.find(({ id }) => id === piece.best.id);
    if (child !== undefined) return child.content;
  }
  return segment.answer === null ? segment.content : `${segment.content}\n${segment.answer}`;
}

/** A segment as text for prompts (runtime API, retrieved source). */
export function promptText({ content, answer }: FoundSegment): string {
  return answer === null ? content : `question:${content} \nanswer:${answer}`;
}

/** A hit as it is told. */
export function hitOf(hit: FoundHit): Hit {
  return { segment: hit.segment, score: hit.score, scores: stagesOf(hit), children: foundChildren(hit) };
}

/** Child chunks that were found in a segment, best first. */
export function foundChildren({ segment, piece }: FoundHit): Hit['children'] {
  const chunks = new Map(segment.children.map((chunk) => [chunk.id, chunk]));
  return piece.entries.flatMap(({ id, kind, score }) => {
    const chunk = kind === 'child' ? chunks.get(id) : undefined;
    return chunk === undefined ? [] : [{ id, content: chunk.content, position: chunk.position, score }];
  });
}

function stagesOf({ piece: { best }, vector, reranked }: FoundHit): StageScores {
  return { vector: vector ?? best.vector, text: best.text, fused: best.score, reranked };
}
