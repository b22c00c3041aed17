import type { HostCaller } from '#engine';
import type { Contributions, Logger } from '#kernel';
import { isUuid } from '#kernel';
import type { KnowledgeSource } from './contract.ts';

/** Milliseconds that whoever keeps knowledge bases has to say which ones there are. */
const PATIENCE = 10_000;

export interface KnownDatasetsParts {
  readonly knowledge: Contributions<KnowledgeSource>;
  readonly logger: Logger;
}

/** What is known of knowledge bases that a document names. */
export interface KnownDatasets {
  readonly known: ReadonlySet<string>;
  /** Sources that did not answer: what no other one knows may be there. */
  readonly silent: readonly string[];
}

/** A knowledge base, as people know it. */
export interface NamedDataset {
  readonly id: string;
  readonly name: string;
}

/** Those of the ids that are knowledge bases of the workspace. A source that fails is told of, and keeps none of the others back. */
export async function knownDatasets(
  { knowledge, logger }: KnownDatasetsParts,
  workspaceId: string,
  ids: readonly string[],
): Promise<KnownDatasets> {
  const asked = ids.filter(isUuid);
  if (asked.length === 0) return { known: new Set(), silent: [] };
  const caller = callerOf(workspaceId);
  const known = new Set<string>();
  const silent: string[] = [];
  const ask = async (source: KnowledgeSource) => {
    try {
      for (const id of await source.known(asked, caller)) known.add(id);
    } catch (error) {
      logger.warn({ err: error, source: source.id, workspaceId }, 'a knowledge source did not say what it has');
      silent.push(source.id);
    }
  };
  await Promise.all(knowledge.all().map(ask));
  return { known, silent };
}

/** Names longer than this are none of a knowledge base. */
const MAX_NAME = 200;

/**
 * Knowledge bases of the workspace by their names in lower case; a name that two of them have stands for none. Sources that fail
 * have none: what is found by name is only an offer.
 */
export async function namedDatasets(
  { knowledge, logger }: KnownDatasetsParts,
  workspaceId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, NamedDataset>> {
  const asked = [...new Set(names.map((name) => name.trim().toLowerCase()))].filter(
    (name) => name !== '' && name.length <= MAX_NAME,
  );
  if (asked.length === 0) return new Map();
  const caller = callerOf(workspaceId);
  const answers = knowledge.all().map(async (source) => {
    try {
      return (await source.named?.(asked, caller)) ?? [];
    } catch (error) {
      logger.warn({ err: error, source: source.id, workspaceId }, 'a knowledge source did not say what it has');
      return [];
    }
  });
  const found = Map.groupBy((await Promise.all(answers)).flat(), ({ name }) => name.trim().toLowerCase());
  return new Map(
    [...found].flatMap(([name, [first, ...others]]) => (first && others.length === 0 ? [[name, first]] : [])),
  );
}

function callerOf(workspaceId: string): HostCaller {
  return { workspaceId, appId: '', runId: '', signal: AbortSignal.timeout(PATIENCE) };
}
