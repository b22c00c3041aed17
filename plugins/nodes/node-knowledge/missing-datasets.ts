import { mappingOf, type NeedyDocument } from '#engine';
import { type KnownDatasetsParts, knownDatasets } from './known-datasets.ts';
import { readTexts } from './settings.ts';

/** Knowledge bases that a document asks for and the workspace has not got, each with the nodes that ask. */
export async function missingDatasets(
  parts: KnownDatasetsParts,
  { nodes }: NeedyDocument,
  workspaceId: string,
): Promise<readonly string[]> {
  const asked = new Map<string, string[]>();
  for (const { place, data } of nodes) {
    for (const id of [...readTexts(data.dataset_ids), ...readTexts(mappingOf(data).control_space_ids)]) {
      asked.set(id, [...(asked.get(id) ?? []), place]);
    }
  }
  if (asked.size === 0) return [];
  const { known, silent } = await knownDatasets(parts, workspaceId, [...asked.keys()]);
  return [...asked]
    .filter(([id]) => !known.has(id))
    .map(([id, places]) => {
      const name = id.slice(0, 100);
      if (silent.length > 0)
        return `Whether there is a knowledge base ${name} can not be told now: ${silent.join(', ')} did not answer.`;
      return `This workspace has no knowledge base ${name}, which the ${places.join(' and the ')} would ask: it is skipped. Choose one of this workspace.`;
    });
}
