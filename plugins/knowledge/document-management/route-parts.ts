import { type Dataset, type Datasets, viewerOf } from '#plugins/datasets/contract.ts';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';

/** What all routes of documents have. */
export const manage = { access: ManagementAccess, permission: 'knowledge.manage' } as const;
export const uuid = { type: 'string', format: 'uuid' } as const;
export const documentsPath = '/console/api/datasets/:dataset_id/documents';
export const ofBase = { type: 'object', properties: { dataset_id: uuid } } as const;
export const ofDocument = { type: 'object', properties: { dataset_id: uuid, document_id: uuid } } as const;
export const documentIds = { 'params.document_id': 'datasetDocument' } as const;

/** What is meant, of one kind. */
export const someIds = {
  type: 'array',
  minItems: 1,
  maxItems: 100,
  items: uuid,
  description: 'Ids of the items to change.',
} as const;

export const pages = {
  page: { type: 'integer', minimum: 1, maximum: 100_000, default: 1 },
  limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
} as const;
export const keyword = {
  type: 'string',
  maxLength: 200,
  description: 'Only items that contain this text. Case-insensitive.',
} as const;

/** The base that a path names, as its caller may see it. */
export function baseOf(datasets: Datasets, principal: ManagementCaller, datasetId: string): Promise<Dataset> {
  return datasets.get(principal.workspaceId, datasetId.toLowerCase(), viewerOf(principal));
}
