const uuid = { type: 'string', format: 'uuid' } as const;

export const datasetParams = { type: 'object', properties: { dataset_id: uuid } } as const;
export const documentParams = { type: 'object', properties: { dataset_id: uuid, document_id: uuid } } as const;
export const segmentParams = {
  type: 'object',
  properties: { dataset_id: uuid, document_id: uuid, segment_id: uuid },
} as const;
export const childChunkParams = {
  type: 'object',
  properties: { dataset_id: uuid, document_id: uuid, segment_id: uuid, child_chunk_id: uuid },
} as const;
export const fieldParams = { type: 'object', properties: { dataset_id: uuid, metadata_id: uuid } } as const;
