import { mappingOf, NodeError, toText } from '#engine';

export interface ContextText {
  readonly text: string;
  /** Sources in the shape of the runtime API, retrieved sources. */
  readonly sources: readonly unknown[];
}

/** The text behind `{{#context#}}`: a string, or the contents of strings and retrieved items, one a line. */
export function contextText(value: unknown): ContextText {
  if (value === undefined || value === null) return { text: '', sources: [] };
  if (!Array.isArray(value)) return { text: toText(value), sources: [] };
  const texts: string[] = [];
  const sources: unknown[] = [];
  for (const item of value) {
    if (typeof item === 'string') {
      texts.push(item);
      continue;
    }
    const record = mappingOf(item);
    if (typeof record.content !== 'string') {
      throw new NodeError('InvalidContextStructure', 'An item of the context is neither text nor has a content.');
    }
    texts.push(record.content);
    const metadata = mappingOf(record.metadata);
    if (metadata._source === 'knowledge') sources.push(sourceOf(record, metadata));
  }
  return { text: texts.join('\n'), sources };
}

/**
 * The ids and names are texts, and the score a number, whatever the item lacks: typed clients read them (runtime API,
 * retrieved sources).
 */
function sourceOf(item: Readonly<Record<string, unknown>>, metadata: Readonly<Record<string, unknown>>): unknown {
  return {
    position: metadata.position ?? null,
    dataset_id: toText(metadata.dataset_id),
    dataset_name: toText(metadata.dataset_name),
    document_id: toText(metadata.document_id),
    document_name: toText(metadata.document_name),
    data_source_type: toText(metadata.data_source_type),
    segment_id: toText(metadata.segment_id),
    retriever_from: metadata.retriever_from ?? 'workflow',
    score: metadata.score ?? 0,
    hit_count: metadata.segment_hit_count ?? null,
    word_count: metadata.segment_word_count ?? null,
    segment_position: metadata.segment_position ?? null,
    index_node_hash: metadata.segment_index_node_hash ?? null,
    content: item.content,
    page: metadata.page ?? null,
    doc_metadata: metadata.doc_metadata ?? null,
    title: item.title ?? null,
    files: item.files ?? null,
    summary: item.summary ?? null,
  };
}
