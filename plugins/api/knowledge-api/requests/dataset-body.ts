import { nameOf, type SchemaValue } from '#http';
import type { JsonSchema } from '#kernel';
import { type DatasetChange, type NewDataset, retrievalModelSchema } from '#plugins/datasets/contract.ts';
import { invalidParameter } from '#plugins/knowledge-api/parts.ts';

const optionalName = { type: ['string', 'null'], maxLength: 256 } as const;
const uuidOrNull = { type: ['string', 'null'], format: 'uuid' } as const;

const summarySchema = {
  type: ['object', 'null'],
  properties: {
    enable: { type: ['boolean', 'null'] },
    model_name: optionalName,
    model_provider_name: optionalName,
    summary_prompt: { type: ['string', 'null'], maxLength: 10_000 },
  },
} as const satisfies JsonSchema;

const externalRetrievalSchema = {
  type: ['object', 'null'],
  properties: {
    top_k: { type: ['integer', 'null'], minimum: 1, maximum: 100 },
    score_threshold: { type: ['number', 'null'], minimum: 0, maximum: 1 },
    score_threshold_enabled: { type: ['boolean', 'null'] },
  },
} as const satisfies JsonSchema;

export { externalRetrievalSchema };

const permissions = ['only_me', 'all_team_members', 'partial_members'] as const;
export const techniques = ['high_quality', 'economy'] as const;

/** What is said of a base when it is made and later. */
const properties = {
  description: { type: ['string', 'null'], maxLength: 400 },
  indexing_technique: { type: ['string', 'null'], enum: [...techniques, null] },
  permission: { type: ['string', 'null'], enum: [...permissions, null] },
  embedding_model: optionalName,
  embedding_model_provider: optionalName,
  retrieval_model: retrievalModelSchema,
  external_knowledge_api_id: uuidOrNull,
  external_knowledge_id: { type: ['string', 'null'], maxLength: 1_000 },
  external_retrieval_model: externalRetrievalSchema,
  summary_index_setting: summarySchema,
} as const satisfies Readonly<Record<string, JsonSchema>>;

export const newDatasetBody = {
  type: 'object',
  required: ['name'],
  properties: {
    name: nameOf(40),
    provider: { type: ['string', 'null'], enum: ['vendor', 'external', null] },
    ...properties,
  },
} as const satisfies JsonSchema;

export const datasetChangeBody = {
  type: 'object',
  properties: {
    name: nameOf(40),
    ...properties,
    partial_member_list: {
      type: ['array', 'null'],
      maxItems: 1_000,
      items: { type: 'object', required: ['user_id'], properties: { user_id: { type: 'string', format: 'uuid' } } },
    },
  },
} as const satisfies JsonSchema;

type NewDatasetBody = SchemaValue<typeof newDatasetBody>;
type DatasetChangeBody = SchemaValue<typeof datasetChangeBody>;

/** A new base; `embedding`: the model it names, if any. */
export function newDatasetOf(body: NewDatasetBody, embedding: NewDataset['embedding']): NewDataset {
  const { description, permission, indexing_technique: technique, retrieval_model: retrieval } = body;
  const summary = summaryOf(body.summary_index_setting);
  return {
    name: body.name,
    ...(description != null && { description }),
    ...(permission != null && { permission }),
    ...(technique != null && { indexingTechnique: technique }),
    ...(retrieval != null && { retrieval }),
    ...(summary != null && { summaryIndex: summary }),
    ...(embedding != null && { embedding }),
    ...(body.provider === 'external' && { external: newExternal(body) }),
  };
}

/** What changes of a base; its embedding model is apart, for that is work. Only what was sent changes; null says nothing. */
export function datasetChangeOf(body: DatasetChangeBody): DatasetChange {
  const { name, description, permission, retrieval_model: retrieval, partial_member_list: members } = body;
  const summary = summaryOf(body.summary_index_setting);
  const external = externalChange(body);
  return {
    ...(name !== undefined && { name }),
    ...(description != null && { description }),
    ...(permission != null && { permission }),
    ...(retrieval != null && { retrieval }),
    ...(summary !== undefined && { summaryIndex: summary }),
    ...(Object.keys(external).length > 0 && { external }),
    ...(members != null && { members: members.map(({ user_id: id }) => id) }),
  };
}

function newExternal(body: NewDatasetBody): NonNullable<NewDataset['external']> {
  const {
    external_knowledge_api_id: apiId,
    external_knowledge_id: knowledgeId,
    external_retrieval_model: asked,
  } = body;
  if (apiId == null) throw invalidParameter('external_knowledge_api_id is required', 'external_knowledge_api_id');
  if (!knowledgeId) throw invalidParameter('external_knowledge_id is required', 'external_knowledge_id');
  const threshold = asked?.score_threshold_enabled === true ? (asked.score_threshold ?? 0) : null;
  return { apiId, knowledgeId, topK: asked?.top_k ?? 4, scoreThreshold: threshold };
}

function externalChange(body: DatasetChangeBody): NonNullable<DatasetChange['external']> {
  const {
    external_knowledge_api_id: apiId,
    external_knowledge_id: knowledgeId,
    external_retrieval_model: asked,
  } = body;
  const threshold = asked?.score_threshold;
  return {
    ...(apiId != null && { apiId }),
    ...(knowledgeId && { knowledgeId }),
    ...(asked?.top_k != null && { topK: asked.top_k }),
    ...(asked?.score_threshold_enabled === false && { scoreThreshold: null }),
    ...(asked?.score_threshold_enabled !== false && threshold != null && { scoreThreshold: threshold }),
  };
}

/** undefined: nothing is said; null: none is wanted. */
function summaryOf(sent: NewDatasetBody['summary_index_setting']): NewDataset['summaryIndex'] | undefined {
  if (sent == null) return sent;
  return {
    enable: sent.enable ?? false,
    model_name: sent.model_name ?? '',
    model_provider_name: sent.model_provider_name ?? '',
    summary_prompt: sent.summary_prompt ?? '',
  };
}
