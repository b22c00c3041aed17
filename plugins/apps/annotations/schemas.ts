import type { SchemaValue } from '#http';

/** Of the whole list; more is as much (runtime API, pagination). */
const MAX_PAGE = 100;

const uuid = { type: 'string', format: 'uuid' } as const;
const text = { type: 'string' } as const;

export const annotationParams = { type: 'object', properties: { annotation_id: uuid } } as const;
export const jobParams = { type: 'object', properties: { job_id: uuid } } as const;
export const appParams = { type: 'object', properties: { app_id: uuid } } as const;
export const appAnnotationParams = { type: 'object', properties: { app_id: uuid, annotation_id: uuid } } as const;

export const listQuery = {
  type: 'object',
  properties: {
    page: { type: 'integer', minimum: 1, default: 1 },
    limit: { type: 'integer', minimum: 1, default: 20 },
    keyword: text,
  },
} as const;

export type ListQuery = SchemaValue<typeof listQuery>;

export const hitsQuery = {
  type: 'object',
  properties: {
    page: { type: 'integer', minimum: 1, maximum: 99_999, default: 1 },
    limit: { type: 'integer', minimum: 1, maximum: MAX_PAGE, default: 20 },
  },
} as const;

export const annotationBody = {
  type: 'object',
  required: ['question', 'answer'],
  properties: { question: text, answer: text },
} as const;

/** The same for the console, which takes no fields it does not know. */
export const ownAnnotationBody = { ...annotationBody, additionalProperties: false } as const;

const name = { type: 'string', maxLength: 200 } as const;

export const replyBody = {
  type: 'object',
  required: ['score_threshold', 'embedding_provider_name', 'embedding_model_name'],
  properties: {
    score_threshold: { type: 'number', minimum: 0, maximum: 1 },
    embedding_provider_name: name,
    embedding_model_name: name,
  },
} as const;

export type ReplyBody = SchemaValue<typeof replyBody>;

/** The query of a list, as it is applied. */
export function listPage(query: ListQuery) {
  const { page, limit, keyword = '' } = query;
  return { page, limit: Math.min(limit, MAX_PAGE), keyword: keyword.replaceAll('\0', '').toWellFormed() };
}
