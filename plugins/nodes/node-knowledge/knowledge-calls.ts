import type { HostCall, HostCaller } from '#engine';
import { PlatformError } from '#kernel';
import {
  type AskingNode,
  type IndexRequest,
  type KnowledgeGate,
  KnowledgeIndex,
  KnowledgeRetrieve,
  type KnowledgeSource,
  type Retrieval,
  type RetrievalRequest,
  type Retrieved,
  type RetrievedItem,
} from './contract.ts';

/** The host calls of the knowledge nodes, answered by the sources of the moment, where its gates let them. */
export function knowledgeCalls(
  sources: () => readonly KnowledgeSource[],
  gates: () => readonly KnowledgeGate[] = () => [],
): readonly HostCall[] {
  return [
    {
      id: KnowledgeRetrieve,
      async call(input, caller) {
        const request = input as RetrievalRequest;
        if (request.datasetIds.length > 0) for (const gate of gates()) await gate.admit(caller);
        return retrieve(sources(), request, caller);
      },
    },
    {
      id: KnowledgeIndex,
      call: (input, caller) => index(sources(), input as IndexRequest, caller),
    },
  ];
}

/** Ids no source knows are skipped, as the family's engine does, and told. */
async function retrieve(
  sources: readonly KnowledgeSource[],
  request: RetrievalRequest,
  caller: HostCaller,
): Promise<Retrieval> {
  const kept = new Set<string>();
  const answers = sources.map(async (source) => {
    const datasetIds = await source.known(request.datasetIds, caller);
    for (const id of datasetIds) kept.add(id);
    const nothing: Retrieved = { items: [] };
    return datasetIds.length === 0 ? nothing : source.retrieve({ ...request, datasetIds }, caller);
  });
  const retrieved = await Promise.all(answers);
  const items = retrieved.flatMap((answer) => answer.items);
  const best = items.toSorted((left, right) => right.metadata.score - left.metadata.score).slice(0, request.topK);
  return {
    items: best.map(placed),
    unknown: [...new Set(request.datasetIds)].filter((id) => !kept.has(id)),
    trace: Object.assign({}, ...retrieved.map(({ trace }) => trace ?? {})),
  };
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
  throw notFound(request.node, request.datasetId);
}

function notFound(node: AskingNode, id: string): PlatformError {
  return new PlatformError(
    'not-found',
    'node-knowledge.dataset_not_found',
    `Node "${node.title}" (${node.id}): dataset not found: '${id.slice(0, 100)}'. This workspace has no such knowledge base: choose another one.`,
    { field: 'dataset_ids' },
  );
}
