import { nameOf } from '#http';
import type { DatasetChange, DatasetPermission, ExternalSettings, NewDataset } from './contract.ts';
import { MAX_DESCRIPTION, MAX_NAME } from './names.ts';
import { closedRetrievalSchema } from './retrieval-model.ts';

const uuid = { type: 'string', format: 'uuid' } as const;
const short = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\u0000]*$',
  description: 'Must not contain the character U+0000.',
} as const;
const settings = {
  name: nameOf(MAX_NAME),
  description: { type: 'string', maxLength: MAX_DESCRIPTION },
  permission: { type: 'string', enum: ['only_me', 'all_team_members', 'partial_members'] },
  indexing_technique: { type: 'string', enum: ['high_quality', 'economy'] },
  doc_form: { type: 'string', enum: ['text_model', 'hierarchical_model', 'qa_model'] },
  retrieval_model: closedRetrievalSchema,
  summary_index_setting: {
    type: ['object', 'null'],
    required: ['enable', 'model_name', 'model_provider_name'],
    additionalProperties: false,
    properties: {
      enable: { type: 'boolean' },
      model_name: { type: 'string', maxLength: 200 },
      model_provider_name: { type: 'string', maxLength: 200 },
      summary_prompt: { type: 'string', maxLength: 4000, default: '' },
    },
  },
  icon_info: {
    type: ['object', 'null'],
    required: ['icon_type', 'icon'],
    additionalProperties: false,
    properties: {
      icon_type: { type: 'string', enum: ['emoji'] },
      icon: {
        type: 'string',
        minLength: 1,
        maxLength: 32,
        pattern: '^[^:/\\u0000-\\u001f]*$',
        description: 'An emoji. Must not contain colons, slashes or control characters.',
      },
      icon_background: { type: 'string', pattern: '^#[0-9A-Fa-f]{3,8}$', description: 'A colour such as `#D5F5F6`.' },
    },
  },
  external_retrieval_model: {
    type: 'object',
    additionalProperties: false,
    properties: {
      top_k: { type: 'integer', minimum: 1, maximum: 100 },
      score_threshold: {
        type: ['number', 'null'],
        minimum: 0,
        maximum: 1,
        description: 'Minimum score of results. null: no minimum.',
      },
    },
  },
  external_knowledge_api_id: {
    ...uuid,
    description: 'An id of `/console/api/external-knowledge-apis`. Creates an external knowledge base.',
  },
  external_knowledge_id: {
    ...short,
    description: 'Id of the knowledge in the external system. Must not contain the character U+0000.',
  },
} as const;

/** Of a new base. */
export const newDatasetBody = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    ...settings,
    embedding_model: {
      ...short,
      description:
        'Defaults to the default embedding model of the workspace, or the built-in one. Must not contain the character U+0000.',
    },
    embedding_model_provider: short,
  },
  dependentRequired: {
    embedding_model: ['embedding_model_provider'],
    embedding_model_provider: ['embedding_model'],
    external_knowledge_api_id: ['external_knowledge_id'],
    external_knowledge_id: ['external_knowledge_api_id'],
    external_retrieval_model: ['external_knowledge_api_id'],
  },
} as const;

/** Of a change. Another embedding model is asked for by building the index anew. */
export const datasetChangeBody = {
  type: 'object',
  minProperties: 1,
  additionalProperties: false,
  properties: {
    ...settings,
    enable_api: { type: 'boolean', description: 'Whether API keys of knowledge bases can access it.' },
    partial_member_list: {
      type: 'array',
      maxItems: 500,
      items: uuid,
      description:
        'Accounts of the workspace that can see it. Replaces the previous list. For the permission `partial_members`.',
    },
  },
} as const;

interface Settings {
  readonly name?: string;
  readonly description?: string;
  readonly permission?: DatasetPermission;
  readonly indexing_technique?: 'high_quality' | 'economy';
  readonly doc_form?: 'text_model' | 'hierarchical_model' | 'qa_model';
  readonly retrieval_model?: object;
  readonly summary_index_setting?: NonNullable<NewDataset['summaryIndex']> | null;
  readonly icon_info?: object | null;
  readonly external_retrieval_model?: { readonly top_k?: number; readonly score_threshold?: number | null };
  readonly external_knowledge_api_id?: string;
  readonly external_knowledge_id?: string;
}

/** The base that a body asks for. */
export function newDatasetOf(
  body: Settings & {
    readonly name: string;
    readonly embedding_model?: string;
    readonly embedding_model_provider?: string;
  },
): NewDataset {
  const { embedding_model: model, embedding_model_provider: provider } = body;
  const { apiId, knowledgeId, topK = 4, scoreThreshold = null } = externalOf(body);
  return {
    ...settingsOf(body),
    name: body.name,
    ...(model !== undefined && provider !== undefined && { embedding: { provider, model } }),
    ...(apiId !== undefined && knowledgeId !== undefined && { external: { apiId, knowledgeId, topK, scoreThreshold } }),
  };
}

/** The change that a body asks for. */
export function datasetChangeOf(
  body: Settings & { readonly enable_api?: boolean; readonly partial_member_list?: readonly string[] },
): DatasetChange {
  const { enable_api: apiEnabled, partial_member_list: members } = body;
  const external = externalOf(body);
  return {
    ...settingsOf(body),
    ...(apiEnabled !== undefined && { apiEnabled }),
    ...(members !== undefined && { members: members.map((id) => id.toLowerCase()) }),
    ...(Object.keys(external).length > 0 && { external }),
  };
}

function settingsOf(body: Settings): Omit<DatasetChange, 'external'> {
  return {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.description !== undefined && { description: body.description }),
    ...(body.permission !== undefined && { permission: body.permission }),
    ...(body.indexing_technique !== undefined && { indexingTechnique: body.indexing_technique }),
    ...(body.doc_form !== undefined && { docForm: body.doc_form }),
    ...(body.retrieval_model !== undefined && { retrieval: { ...body.retrieval_model } }),
    ...(body.summary_index_setting !== undefined && { summaryIndex: body.summary_index_setting }),
    ...(body.icon_info !== undefined && { icon: body.icon_info === null ? null : { ...body.icon_info } }),
  };
}

function externalOf(body: Settings): Partial<ExternalSettings> {
  const { top_k: topK, score_threshold: scoreThreshold } = body.external_retrieval_model ?? {};
  return {
    ...(body.external_knowledge_api_id !== undefined && { apiId: body.external_knowledge_api_id }),
    ...(body.external_knowledge_id !== undefined && { knowledgeId: body.external_knowledge_id }),
    ...(topK !== undefined && { topK }),
    ...(scoreThreshold !== undefined && { scoreThreshold }),
  };
}
