import { type JsonText, type Usage, usageRecord } from '#engine';
import type { AnnotationReply } from '#plugins/direct-answers/contract.ts';

/** What is told of an answer besides its text. */
interface AnswerFacts {
  readonly usage: Usage;
  /** JSON texts of the sources that were cited. */
  readonly citations: readonly JsonText[];
  /** The annotation that answered. */
  readonly annotation: AnnotationReply | null | undefined;
}

/** The usage object of `metadata`; the two times are told to streaming callers only (runtime API, usage object). */
function usageJson(usage: Usage, isStreaming: boolean): JsonText {
  return JSON.stringify(usageRecord(isStreaming ? usage : { ...usage, timeToFirstToken: null, timeToGenerate: null }));
}

/** `metadata` of blocking answers and `message_end` (runtime API, metadata). */
export function metadataJson({ usage, citations, annotation }: AnswerFacts, isStreaming: boolean): JsonText {
  return `{"annotation_reply":${JSON.stringify(annotation ?? null)},"retriever_resources":${mergeCitations(citations)},"usage":${usageJson(usage, isStreaming)}}`;
}

/** One list of sources, positions without gaps, one entry per document (runtime API, retrieved sources). */
export function mergeCitations(citations: readonly JsonText[]): JsonText {
  if (citations.length === 0) return '[]';
  const seen = new Set<string>();
  const merged: Record<string, unknown>[] = [];
  for (const resource of citations.flatMap((text) => JSON.parse(text) as Record<string, unknown>[])) {
    const key = `${resource.dataset_id} ${resource.document_id}`;
    // Sources that name no document are sources of their own.
    if (resource.document_id && seen.has(key)) continue;
    seen.add(key);
    merged.push({ ...resource, position: merged.length + 1 });
  }
  return JSON.stringify(merged);
}
