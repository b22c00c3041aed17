import type { Dataset } from '#plugins/datasets/contract.ts';
import type { KnowledgeParts } from './parts.ts';
import { type DatasetFacts, datasetObject } from './wire/dataset-object.ts';
import { providerName } from './wire/provider-names.ts';

type DescribingParts = Pick<KnowledgeParts, 'datasets' | 'documents' | 'models' | 'providers' | 'external'>;

/** Bases of one workspace as the API shows them. `withMembers`: which of them tell who may see them. */
export async function describeDatasets(
  parts: DescribingParts,
  workspaceId: string,
  bases: readonly Dataset[],
  withMembers: (dataset: Dataset) => boolean = () => false,
) {
  const { datasets, documents } = parts;
  const ids = bases.map(({ id }) => id);
  const [counts, tags, uses] = await Promise.all([
    documents.counts(workspaceId, ids),
    datasets.tagsOf(workspaceId, ids),
    datasets.uses(workspaceId, ids),
  ]);
  const callable = callableModels(parts, workspaceId);
  const described = bases.map(async (dataset) => {
    const { id } = dataset;
    const apps = new Set(uses.filter(({ datasetId }) => datasetId === id).map(({ appId }) => appId));
    const facts: DatasetFacts = {
      documents: counts.get(id)?.documents ?? 0,
      available: counts.get(id)?.available ?? 0,
      words: counts.get(id)?.words ?? 0,
      apps: apps.size,
      tags: tags.get(id) ?? [],
      fields: await datasets.fields(workspaceId, id),
      embeddingProvider: embeddingProvider(parts, dataset),
      isEmbeddingAvailable: dataset.embedding === null || (await callable(dataset.embedding)),
      externalApi: await externalApi(parts, dataset),
      ...(withMembers(dataset) && { members: await datasets.membersOf(workspaceId, id) }),
    };
    return datasetObject(dataset, facts);
  });
  return Promise.all(described);
}

function embeddingProvider({ providers }: DescribingParts, { embedding }: Dataset): string | null {
  return embedding && providerName(providers.get(embedding.provider), embedding.provider);
}

/** Whether models can be called, each asked about once. */
function callableModels({ models }: DescribingParts, workspaceId: string) {
  const asked = new Map<string, Promise<boolean>>();
  return (model: NonNullable<Dataset['embedding']>): Promise<boolean> => {
    const key = JSON.stringify([model.provider, model.model]);
    const known = asked.get(key);
    if (known !== undefined) return known;
    const answer = models.model(workspaceId, 'embedding', model).then(
      () => true,
      () => false,
    );
    asked.set(key, answer);
    return answer;
  };
}

async function externalApi({ external }: DescribingParts, { workspaceId, external: settings }: Dataset) {
  if (settings === null) return null;
  const [api] = await external.findMany(workspaceId, [settings.apiId]);
  return api ?? null;
}
