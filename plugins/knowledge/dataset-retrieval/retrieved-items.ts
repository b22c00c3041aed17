import type { Dataset, Datasets, MetadataField } from '#plugins/datasets/contract.ts';
import type { RetrievedItem } from '#plugins/node-knowledge/contract.ts';
import {
  type AnyHit,
  type FoundExternally,
  type FoundHit,
  foundChildren,
  isExternal,
  promptText,
} from './found-hit.ts';

/** Hits as nodes and agents get them (app DSL, knowledge-retrieval). */
export async function retrievedItems(datasets: Datasets, hits: readonly AnyHit[]): Promise<readonly RetrievedItem[]> {
  const described = new Map<string, Promise<readonly MetadataField[]>>();
  const fieldsOf = ({ workspaceId, id }: Dataset) => {
    const known = described.get(id) ?? datasets.fields(workspaceId, id);
    described.set(id, known);
    return known;
  };
  return Promise.all(
    hits.map(async (hit) =>
      isExternal(hit) ? externalItem(hit) : ownItem(hit, await namedMetadata(hit, () => fieldsOf(hit.dataset))),
    ),
  );
}

function ownItem(hit: FoundHit, metadata: Readonly<Record<string, unknown>> | null): RetrievedItem {
  const { dataset, segment, score } = hit;
  const { document } = segment;
  const { url } = document.source;
  return {
    content: promptText(segment),
    title: document.name,
    ...(typeof url === 'string' && { url }),
    ...(segment.summary !== null && { summary: segment.summary }),
    metadata: {
      dataset_id: dataset.id,
      dataset_name: dataset.name,
      document_id: document.id,
      document_name: document.name,
      data_source_type: document.dataSourceType,
      segment_id: segment.id,
      score,
      child_chunks: foundChildren(hit),
      segment_hit_count: segment.hitCount,
      segment_word_count: segment.wordCount,
      segment_position: segment.position,
      segment_index_node_hash: segment.hash,
      page: segment.page,
      ...(metadata !== null && { doc_metadata: metadata }),
    },
  };
}

/** Services tell documents apart as they like, or not at all: each record is a source of its own. */
function externalItem({ dataset, external, score }: FoundExternally): RetrievedItem {
  const { content, title, metadata } = external;
  const named = (key: string) => (typeof metadata[key] === 'string' ? metadata[key] : '');
  return {
    content,
    title,
    metadata: {
      dataset_id: dataset.id,
      dataset_name: dataset.name,
      document_id: named('document_id'),
      document_name: title || named('document_name'),
      data_source_type: 'external',
      segment_id: '',
      score,
      doc_metadata: metadata,
    },
  };
}

/** By the names of fields, in which they are kept by id; null: the document has none. */
async function namedMetadata(
  { segment }: FoundHit,
  fields: () => Promise<readonly MetadataField[]>,
): Promise<Readonly<Record<string, unknown>> | null> {
  const { metadata } = segment.document;
  if (Object.keys(metadata).length === 0) return null;
  const named = (await fields()).flatMap(({ id, name }) => {
    const value = metadata[id];
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return named.length === 0 ? null : Object.fromEntries(named);
}
