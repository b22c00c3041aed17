import { type MissingThing, mappingOf, type NeedyDocument } from '#engine';
import { type KnownDatasetsParts, knownDatasets } from './known-datasets.ts';
import { readTexts } from './settings.ts';

/** Knowledge bases that a document asks for and the workspace has not got, each with the nodes that ask. */
export async function missingDatasets(
  parts: KnownDatasetsParts,
  { nodes }: NeedyDocument,
  workspaceId: string,
): Promise<readonly MissingThing[]> {
  const asked = new Map<string, NeedyDocument['nodes'][number][]>();
  for (const node of nodes) {
    const { data } = node;
    for (const id of [...readTexts(data.dataset_ids), ...readTexts(mappingOf(data).control_space_ids)]) {
      asked.set(id, [...(asked.get(id) ?? []), node]);
    }
  }
  if (asked.size === 0) return [];
  const { known, silent } = await knownDatasets(parts, workspaceId, [...asked.keys()]);
  return [...asked]
    .filter(([id]) => !known.has(id))
    .map(([id, asking]) => {
      const name = id.slice(0, 100);
      const places = asking.map(({ place }) => place).join(' and the ');
      const isSilent = silent.length > 0;
      const unsure = `Whether there is a knowledge base ${name} can not be told now: ${silent.join(', ')} did not answer.`;
      const message = `This workspace has no knowledge base ${name}, which the ${places} would ask: it is skipped. Choose one of this workspace.`;
      const about = `This workspace has no knowledge base ${name}: it is skipped. Choose one of this workspace.`;
      return {
        code: isSilent ? 'unsure_dataset' : 'missing_dataset',
        message: isSilent ? unsure : message,
        about: isSilent ? unsure : about,
        nodeIds: asking.map((node) => node.id),
      };
    });
}
