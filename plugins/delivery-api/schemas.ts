import type { JsonSchema } from '../../kernel/index.ts';

/** Bodies ignore unknown fields: real clients send them (runtime API, what to accept). */
const generation = {
  inputs: { type: 'object' },
  response_mode: { enum: ['blocking', 'streaming', 'async', null] },
  files: { type: ['array', 'null'], items: { type: 'object' } },
};

export const workflowBody: JsonSchema = { type: 'object', required: ['inputs'], properties: generation };

export const completionBody: JsonSchema = {
  type: 'object',
  required: ['inputs'],
  properties: { ...generation, query: { type: ['string', 'null'] } },
};

export const chatBody: JsonSchema = {
  type: 'object',
  required: ['inputs', 'query'],
  properties: {
    ...generation,
    query: { type: 'string', minLength: 1 },
    conversation_id: { type: ['string', 'null'] },
    auto_generate_name: { type: ['boolean', 'null'] },
    workflow_id: { type: ['string', 'null'] },
  },
};

/** A draft has no other versions, and its users are those who build it. */
export const draftBody: JsonSchema = {
  type: 'object',
  required: ['inputs'],
  additionalProperties: false,
  properties: {
    inputs: generation.inputs,
    files: generation.files,
    response_mode: { enum: ['blocking', 'streaming', null] },
    query: { type: 'string', minLength: 1 },
    conversation_id: { type: ['string', 'null'] },
  },
};

export const stopBody: JsonSchema = { type: 'object' };

export const runEventsQuery: JsonSchema = {
  type: 'object',
  properties: {
    user: { type: 'string' },
    include_state_snapshot: { type: 'boolean', default: false },
    continue_on_pause: { type: 'boolean', default: false },
  },
};

export const taskEventsQuery: JsonSchema = {
  type: 'object',
  properties: {
    user: { type: 'string' },
    after: { type: 'string' },
    continue_on_pause: { type: 'boolean', default: false },
  },
};

export interface GenerationBody {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly response_mode?: 'blocking' | 'streaming' | 'async' | null;
  readonly files?: readonly Readonly<Record<string, unknown>>[] | null;
  readonly query?: string | null;
}

export interface ChatBody extends GenerationBody {
  readonly query: string;
  readonly conversation_id?: string | null;
  readonly auto_generate_name?: boolean | null;
  readonly workflow_id?: string | null;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuid.test(text);
}
