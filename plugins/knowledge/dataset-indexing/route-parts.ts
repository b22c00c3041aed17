import { type Dataset, type Datasets, viewerOf } from '#plugins/datasets/contract.ts';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';

/** What all routes here have. */
export const manage = { access: ManagementAccess, permission: 'knowledge.manage' } as const;
export const uuid = { type: 'string', format: 'uuid' } as const;
export const basePath = '/console/api/datasets/:dataset_id';
export const ofBase = { type: 'object', properties: { dataset_id: uuid } } as const;

const short = { type: 'string', minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' } as const;

/** An embedding model, as requests name it. */
export const embeddingProperties = {
  embedding_model: { ...short, description: 'Must not contain the character U+0000.' },
  embedding_model_provider: { ...short, description: 'Must not contain the character U+0000.' },
} as const;

/** The base that a path names, as its caller may see it. */
export function baseOf(datasets: Datasets, principal: ManagementCaller, datasetId: string): Promise<Dataset> {
  return datasets.get(principal.workspaceId, datasetId.toLowerCase(), viewerOf(principal));
}
