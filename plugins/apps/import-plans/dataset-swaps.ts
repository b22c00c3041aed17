import { type Documents, fromJson, type JsonText, mappingOf, type ParsedApp } from '#engine';
import { type Contributions, isUuid, type Logger, PlatformError } from '#kernel';
import { type KnowledgeSource, knownDatasets, namedDatasets } from '#plugins/node-knowledge/contract.ts';
import type { DatasetSwap, DatasetSwapStore } from './dataset-store.ts';
import type { AskedSwaps } from './model-swaps.ts';

export interface DatasetSwapParts {
  readonly documents: Documents;
  readonly knowledge: Contributions<KnowledgeSource>;
  readonly logger: Logger;
  readonly datasetSwaps: DatasetSwapStore;
}

/** A knowledge base that a document names, as it stands there: an id, what another workspace sealed, or a name. */
export interface NeededDataset {
  readonly named: string;
  /** Titles of the nodes that ask it: people know them, and often call them like the base. */
  readonly titles: readonly string[];
}

/** A base that could be meant. */
export interface DatasetOffer {
  readonly id: string;
  /** null: its name was not asked for. */
  readonly name: string | null;
  readonly isRemembered: boolean;
  /** The document says this name itself, in the place of an id. */
  readonly isNamed: boolean;
}

/** Each knowledge base once, in the order of the document. */
export function neededDatasets(documents: Documents, tree: JsonText): NeededDataset[] {
  const named = new Set<string>();
  documents.withDatasetIds(tree, (id) => {
    named.add(id);
    return id;
  });
  if (named.size === 0) return [];
  const graph = mappingOf(mappingOf(mappingOf(fromJson(tree)).workflow).graph);
  const nodes = (Array.isArray(graph.nodes) ? graph.nodes : []).map((node) => mappingOf(mappingOf(node).data));
  const titlesOf = (id: string) =>
    nodes.flatMap(({ dataset_ids: ids, title }) =>
      Array.isArray(ids) && ids.includes(id) && typeof title === 'string' ? [title] : [],
    );
  return [...named].map((id) => ({ named: id, titles: titlesOf(id) }));
}

/** What could take the place of bases: the one that is called so, else what did so before, else one that is called like the node. */
export async function offeredDatasets(
  parts: DatasetSwapParts,
  workspaceId: string,
  lacking: readonly NeededDataset[],
): Promise<ReadonlyMap<string, DatasetOffer>> {
  if (lacking.length === 0) return new Map();
  const kept = await parts.datasetSwaps.list(workspaceId);
  const remembered = new Map(kept.map(({ named, to }) => [named, to]));
  const [{ known }, byName] = await Promise.all([
    knownDatasets(
      parts,
      workspaceId,
      lacking.flatMap(({ named }) => remembered.get(named) ?? []),
    ),
    namedDatasets(
      parts,
      workspaceId,
      lacking.flatMap(({ named, titles }) => [named, ...titles]),
    ),
  ]);
  const offers = lacking.flatMap(({ named, titles }): [string, DatasetOffer][] => {
    const called = byName.get(named.trim().toLowerCase());
    if (called !== undefined) return [[named, { ...called, isRemembered: false, isNamed: true }]];
    const before = remembered.get(named);
    if (before !== undefined && known.has(before))
      return [[named, { id: before, name: null, isRemembered: true, isNamed: false }]];
    const found = titles.flatMap((name) => byName.get(name.trim().toLowerCase()) ?? [])[0];
    return found === undefined ? [] : [[named, { ...found, isRemembered: false, isNamed: false }]];
  });
  return new Map(offers);
}

/**
 * The document with bases of this workspace in it: those asked for, those that it calls by their names, and with `remembered` those of
 * earlier imports. Throws `import-plans.unknown_swap` for a base that the document has not, and `import-plans.unusable_swap`
 * for one that the workspace has not.
 */
export async function swapDatasets(
  parts: DatasetSwapParts,
  workspaceId: string,
  parsed: ParsedApp,
  asked: AskedSwaps,
): Promise<{ readonly parsed: ParsedApp; readonly swapped: readonly DatasetSwap[] }> {
  const needed = neededDatasets(parts.documents, parsed.tree);
  const swaps = new Map<string, string>();
  for (const [named, wanted] of Object.entries(asked.named)) {
    if (!needed.some((one) => one.named === named)) throw unknown(named, needed);
    swaps.set(named, await usable(parts, workspaceId, wanted));
  }
  const open = needed.filter(({ named }) => !swaps.has(named));
  const { known } = await knownDatasets(
    parts,
    workspaceId,
    open.map(({ named }) => named),
  );
  const lacking = open.filter(({ named }) => !known.has(named));
  for (const [named, offer] of await offeredDatasets(parts, workspaceId, lacking)) {
    if (offer.isNamed || (offer.isRemembered && asked.remembered)) swaps.set(named, offer.id);
  }
  if (swaps.size === 0) return { parsed, swapped: [] };
  const tree = parts.documents.withDatasetIds(parsed.tree, (id) => swaps.get(id) ?? id);
  const [before, after] = await Promise.all(
    [parsed.tree, tree].map((each) => parts.documents.missing(each, { workspaceId })),
  );
  const others = parsed.warnings.filter((warning) => !before?.some((one) => warning.includes(one)));
  const swapped = [...swaps].map(([named, to]) => ({ named, to }));
  return { parsed: { ...parsed, tree, warnings: [...others, ...(after ?? [])] }, swapped };
}

async function usable(parts: DatasetSwapParts, workspaceId: string, wanted: string): Promise<string> {
  if (isUuid(wanted)) {
    const { known } = await knownDatasets(parts, workspaceId, [wanted]);
    const [id] = known;
    if (id !== undefined) return id;
  } else {
    const found = (await namedDatasets(parts, workspaceId, [wanted])).get(wanted.trim().toLowerCase());
    if (found !== undefined) return found.id;
  }
  const message = `${JSON.stringify(wanted.slice(0, 200))} is no knowledge base of this workspace: say the id or the name of one.`;
  throw new PlatformError('invalid', 'import-plans.unusable_swap', message, { field: 'swap_datasets' });
}

function unknown(named: string, needed: readonly NeededDataset[]): PlatformError {
  const known = needed.map((one) => one.named.slice(0, 100)).join(', ') || 'none';
  const message = `The document names no knowledge base ${JSON.stringify(named.slice(0, 200))}; it names: ${known}.`;
  return new PlatformError('invalid', 'import-plans.unknown_swap', message, { field: 'swap_datasets' });
}
