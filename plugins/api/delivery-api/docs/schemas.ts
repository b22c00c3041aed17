import type { SchemaValue } from '#http';

/** Bodies ignore unknown fields: real clients send them (runtime API, what to accept). */
const generation = {
  inputs: { type: 'object' },
  response_mode: { enum: ['blocking', 'streaming', 'async', null] },
  files: { type: ['array', 'null'], items: { type: 'object' } },
} as const;

export const workflowBody = { type: 'object', required: ['inputs'], properties: generation } as const;

export const completionBody = {
  type: 'object',
  required: ['inputs'],
  properties: { ...generation, query: { type: ['string', 'null'] } },
} as const;

export const chatBody = {
  type: 'object',
  required: ['inputs', 'query'],
  properties: {
    ...generation,
    query: { type: 'string', minLength: 1 },
    conversation_id: { type: ['string', 'null'] },
    parent_message_id: {
      type: ['string', 'null'],
      description:
        'The message in the conversation to continue from, if it is not the newest: later messages are not part of the context. 00000000-0000-0000-0000-000000000000: start without earlier messages.',
    },
    auto_generate_name: { type: ['boolean', 'null'] },
    workflow_id: { type: ['string', 'null'] },
  },
} as const;

/** A draft has no other versions, and its users are those who build it. */
export const draftBody = {
  type: 'object',
  required: ['inputs'],
  additionalProperties: false,
  properties: {
    inputs: generation.inputs,
    files: generation.files,
    response_mode: { enum: ['blocking', 'streaming', null] },
    query: { type: 'string', minLength: 1 },
    conversation_id: { type: ['string', 'null'] },
    parent_message_id: chatBody.properties.parent_message_id,
  },
} as const;

export const stopBody = { type: 'object' } as const;

export const runEventsQuery = {
  type: 'object',
  properties: {
    user: { type: 'string' },
    include_state_snapshot: { type: 'boolean', default: false },
    continue_on_pause: { type: 'boolean', default: false },
  },
} as const;

export const taskEventsQuery = {
  type: 'object',
  properties: {
    user: { type: 'string' },
    after: { type: 'string' },
    continue_on_pause: { type: 'boolean', default: false },
  },
} as const;

/** What starts a run of whatever kind. */
export type GenerationBody = SchemaValue<typeof workflowBody>;

/** What a message starts with; what is about conversations comes with chats only. */
export interface MessageBody extends GenerationBody {
  readonly query?: string | null;
  readonly conversation_id?: string | null;
  readonly parent_message_id?: string | null;
  readonly auto_generate_name?: boolean | null;
  readonly workflow_id?: string | null;
}
