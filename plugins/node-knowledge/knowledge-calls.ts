import type { HostCall, HostCaller } from '../../engine/contract.ts';
import { PlatformError } from '../../kernel/index.ts';
import {
  type AskingNode,
  type IndexRequest,
  KnowledgeIndex,
  KnowledgeRetrieve,
  type KnowledgeSource,
  type RetrievalRequest,
  type RetrievedItem,
} from './contract.ts';

/** The host calls of the knowledge nodes, answered by the sources of the moment. */
export function knowledgeCalls(sources: () => readonly KnowledgeSource[]): readonly HostCall[] {
  return [
    {
      id: KnowledgeRetrieve,
      call: (input, caller) => retrieve(sources(), input as RetrievalRequest, caller),
    },
    {
      id: KnowledgeIndex,
      call: (input, caller) => index(sources(), input as IndexRequest, caller),
    },
  ];
}

/** Ids no source knows are skipped, as the family's engine does; where nothing keeps knowledge, that is an error. */
async function retrieve(
  sources: readonly KnowledgeSource[],
  request: RetrievalRequest,
  caller: HostCaller,
): Promise<readonly unknown[]> {
  if (request.datasetIds.length === 0) return [];
  if (sources.length === 0) throw notFound(request.node, request.datasetIds);
  const answers = sources.map(async (source) => {
    const datasetIds = await source.known(request.datasetIds, caller);
    return datasetIds.length === 0 ? [] : source.retrieve({ ...request, datasetIds }, caller);
  });
  const items = (await Promise.all(answers)).flat();
  const best = items.toSorted((left, right) => right.metadata.score - left.metadata.score).slice(0, request.topK);
  return best.map(placed);
}

/** An item as the node puts it out (app DSL, knowledge-retrieval). */
function placed(item: RetrievedItem, index: number): unknown {
  const metadata = { _source: 'knowledge', position: index + 1, ...item.metadata, retriever_from: 'workflow' };
  return { ...item, files: item.files ?? [], metadata };
}

async function index(
  sources: readonly KnowledgeSource[],
  request: IndexRequest,
  caller: HostCaller,
): Promise<Readonly<Record<string, unknown>>> {
  for (const source of sources) {
    const known = await source.known([request.datasetId], caller);
    if (known.length > 0) return source.index(request, caller);
  }
  throw notFound(request.node, [request.datasetId]);
}

function notFound(node: AskingNode, ids: readonly string[]): PlatformError {
  const shown = ids.slice(0, 5).map((id) => `'${id.slice(0, 100)}'`);
  const names =
    ids.length > shown.length ? `${shown.join(', ')} and ${ids.length - shown.length} more` : shown.join(', ');
  return new PlatformError(
    'not-found',
    'node-knowledge.dataset_not_found',
    `Node "${node.title}" (${node.id}): dataset not found: ${names}. This workspace has no such knowledge base: choose another one in the node, or remove it.`,
    { field: 'dataset_ids' },
  );
}
