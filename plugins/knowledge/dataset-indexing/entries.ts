import { createHash } from 'node:crypto';
import { namedId, newId } from '#kernel';
import { type Chunk, estimateTokens, wordCount } from '#plugins/chunking/contract.ts';
import type { FoundSegment, NewSegment } from '#plugins/dataset-documents/contract.ts';
import type { DocForm } from '#plugins/datasets/contract.ts';
import { type EntryKind, keywordsOf } from '#plugins/knowledge-index/contract.ts';

/** Keywords of a segment of an economy base. */
export const KEYWORDS = 10;

/** A text that is found, and what it is found as. */
export interface EntryText {
  readonly id: string;
  readonly segmentId: string;
  readonly documentId: string;
  readonly kind: EntryKind;
  readonly text: string;
}

/** The entry of a segment's summary. */
export function summaryEntryId(segmentId: string): string {
  return namedId('summary', segmentId);
}

/** What a segment is found by. */
export function entryTextsOf(
  segment: Pick<FoundSegment, 'id' | 'documentId' | 'content' | 'summary'> & {
    readonly children: readonly { readonly id: string; readonly content: string }[];
  },
  docForm: DocForm,
): readonly EntryText[] {
  const { id, documentId, content, summary } = segment;
  const of = { segmentId: id, documentId };
  const own: EntryText[] =
    docForm === 'hierarchical_model'
      ? segment.children.map((child) => ({ ...of, id: child.id, kind: 'child', text: child.content }))
      : [{ ...of, id, kind: docForm === 'qa_model' ? 'question' : 'segment', text: content }];
  if (summary === null || summary === '') return own;
  return [...own, { ...of, id: summaryEntryId(id), kind: 'summary', text: summary }];
}

/** A chunk as a segment. */
export function segmentOf(chunk: Chunk, position: number, isEconomy: boolean): NewSegment {
  const { content, answer, hash, page, heading } = chunk;
  return {
    id: newId(),
    position,
    content,
    answer,
    ...countsOf(content, answer),
    keywords: isEconomy ? keywordsOf(content, KEYWORDS) : null,
    hash,
    page,
    heading,
    children: chunk.children.map((child) => ({ id: newId(), content: child, wordCount: wordCount(child) })),
  };
}

export function countsOf(content: string, answer: string | null): { wordCount: number; tokens: number } {
  const whole = answer === null ? content : `${content}\n${answer}`;
  return { wordCount: wordCount(whole), tokens: estimateTokens(whole) };
}

export function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
