import type { HostCaller } from '../../engine/contract.ts';
import type { Contributions } from '../../kernel/index.ts';
import type { KnowledgeSource } from '../node-knowledge/contract.ts';

/** Milliseconds that whoever keeps knowledge bases has to say which ones there are. */
const PATIENCE = 10_000;

/** Those of the ids that are knowledge bases of the workspace. */
export async function knownDatasets(
  knowledge: Contributions<KnowledgeSource>,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const caller: HostCaller = { workspaceId, appId: '', runId: '', signal: AbortSignal.timeout(PATIENCE) };
  const found = await Promise.all(knowledge.all().map((source) => source.known(ids.filter(isUuid), caller)));
  return new Set(found.flat());
}

function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
}
