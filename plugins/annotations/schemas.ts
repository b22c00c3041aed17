import type { JsonSchema } from '../../kernel/index.ts';

/** Of the whole list; more is as much (runtime API, pagination). */
const LARGEST_PAGE = 100;

const uuid = { type: 'string', format: 'uuid' };
const text = { type: 'string' };

export const annotationParams: JsonSchema = { type: 'object', properties: { annotation_id: uuid } };
export const jobParams: JsonSchema = { type: 'object', properties: { job_id: uuid } };
export const appParams: JsonSchema = { type: 'object', properties: { app_id: uuid } };
export const appAnnotationParams: JsonSchema = { type: 'object', properties: { app_id: uuid, annotation_id: uuid } };

export const listQuery: JsonSchema = {
  type: 'object',
  properties: {
    page: { type: 'integer', minimum: 1, default: 1 },
    limit: { type: 'integer', minimum: 1, default: 20 },
    keyword: text,
  },
};

export const hitsQuery: JsonSchema = {
  type: 'object',
  properties: {
    page: { type: 'integer', minimum: 1, maximum: 99_999, default: 1 },
    limit: { type: 'integer', minimum: 1, maximum: LARGEST_PAGE, default: 20 },
  },
};

export const annotationBody: JsonSchema = {
  type: 'object',
  required: ['question', 'answer'],
  properties: { question: text, answer: text },
};

/** The same for the console, which takes no fields it does not know. */
export const ownAnnotationBody: JsonSchema = { ...annotationBody, additionalProperties: false };

const name = { type: 'string', maxLength: 200 };

export const replyBody: JsonSchema = {
  type: 'object',
  required: ['score_threshold', 'embedding_provider_name', 'embedding_model_name'],
  properties: {
    score_threshold: { type: 'number', minimum: 0, maximum: 1 },
    embedding_provider_name: name,
    embedding_model_name: name,
  },
};

export interface ReplyBody {
  readonly score_threshold: number;
  readonly embedding_provider_name: string;
  readonly embedding_model_name: string;
}

/** The query of a list, as it is applied. */
export function listPage(query: Readonly<Record<string, unknown>>) {
  const { page, limit, keyword = '' } = query as { page: number; limit: number; keyword?: string };
  return { page, limit: Math.min(limit, LARGEST_PAGE), keyword: keyword.replaceAll('\0', '').toWellFormed() };
}
