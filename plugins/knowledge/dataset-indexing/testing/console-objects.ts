import type { ConsoleRequest } from '#plugins/management-api/testing/console-owner.ts';

const base = '/console/api/datasets/:dataset_id';
const segments = `${base}/documents/:document_id/segments`;
const lexical = { embedding_model: 'lexical-1024', embedding_model_provider: 'lexical' };

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  [`POST ${base}/rebuild`]: { body: lexical },
  [`GET ${base}/rebuild/estimate`]: { query: lexical },
  [`POST ${segments}`]: { body: { segments: [{ content: 'By hand.' }] } },
  [`PATCH ${segments}/:segment_id`]: { body: { content: 'Changed by hand.' } },
  [`POST ${segments}/:segment_id/chunks`]: { body: { content: 'A part by hand.' } },
  [`PATCH ${segments}/:segment_id/chunks/:chunk_id`]: { body: { content: 'A part changed by hand.' } },
};
