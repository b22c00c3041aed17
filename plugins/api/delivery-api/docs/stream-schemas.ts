import { listOf, objectSchema, orNull, schemas } from '#http';
import type { JsonSchema } from '#kernel';
import { graphEventData, otherEventData } from './event-data.ts';
import { fileValue, metadata } from './shared-schemas.ts';

const { uuid, text, integer, seconds, object } = schemas;

type Fields = Readonly<Record<string, JsonSchema>>;

/** What every event of an app's stream carries besides its name (runtime API, envelope). */
const workflowEnvelope = { workflow_run_id: uuid, task_id: uuid };
const completionEnvelope = { message_id: uuid, created_at: seconds, task_id: uuid };
const chatEnvelope = { conversation_id: uuid, ...completionEnvelope };

function event(app: string, name: string, fields: Fields): JsonSchema {
  const pascal = name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return objectSchema(`${app}${pascal}Event`, { event: { type: 'string', const: name }, ...fields });
}

/** The last event of a stream that fails; without ids where it failed before there were any. */
function failure(app: string, ids: Fields): JsonSchema {
  const fields: Fields = { event: { type: 'string', const: 'error' }, status: integer, code: text, message: text };
  const told: Fields = {
    trouble: {
      type: 'string',
      enum: ['busy', 'too_long', 'account', 'fault'],
      description:
        'Cause of the failure: `busy`, the model has no capacity now; `too_long`, the request exceeds what the model reads; `account`, the user must connect one; `fault`, the owner of the app must fix it.',
    },
    retry_after: orNull({
      type: 'integer',
      description: 'Seconds to wait before a retry; null where the provider gives none.',
    }),
  };
  const optional = [...Object.keys(told), ...Object.keys(ids)];
  return objectSchema(`${app}ErrorEvent`, { ...fields, ...told, ...ids }, { optional });
}

function dataEvents(app: string, envelope: Fields, data: Fields): JsonSchema[] {
  return Object.entries(data).map(([name, schema]) => event(app, name, { ...envelope, data: schema }));
}

/** Text and end of a message (runtime API, message events). */
function messageEvents(app: string, envelope: Fields): JsonSchema[] {
  return [
    event(app, 'message', {
      ...envelope,
      id: uuid,
      answer: { type: 'string', description: 'Text to append to the answer.' },
      from_variable_selector: orNull(listOf(text)),
    }),
    event(app, 'message_replace', {
      ...envelope,
      id: uuid,
      answer: { type: 'string', description: 'Replaces all previous text of the answer.' },
      reason: text,
    }),
    event(app, 'message_end', { ...envelope, id: uuid, metadata, files: orNull(listOf(fileValue)) }),
  ];
}

/** The sound of an answer, of apps that speak by themselves (`text_to_speech` with `autoPlay`). */
function soundEvents(app: string, envelope: Fields): JsonSchema[] {
  return [
    event(app, 'tts_message', {
      ...envelope,
      audio: { type: 'string', description: 'Chunk of an MP3, base64-encoded.' },
    }),
    event(app, 'tts_message_end', {
      ...envelope,
      audio: { type: 'string', description: 'Empty: the audio has ended.' },
    }),
  ];
}

function agentEvents(app: string, envelope: Fields): JsonSchema[] {
  return [
    event(app, 'agent_message', { ...envelope, id: uuid, answer: text }),
    event(app, 'agent_thought', {
      ...envelope,
      id: { type: 'string', description: 'Events of the same step have the same id; the last one is current.' },
      position: { type: 'integer', description: 'Position in the list, starting at 1.' },
      thought: text,
      observation: { type: 'string', description: 'JSON string with the results of the tools.' },
      tool: { type: 'string', description: 'Names of the tools, joined by `;`.' },
      tool_labels: object,
      tool_input: { type: 'string', description: 'JSON string.' },
      message_files: listOf(text),
    }),
    event(app, 'message_file', { ...envelope, id: text, type: text, belongs_to: text, url: text }),
  ];
}

const { agent_log: agentLog, reasoning_chunk: reasoning, ...textData } = otherEventData;

/** What the stream of a workflow app says, event by event. */
export const workflowStream: JsonSchema = {
  title: 'WorkflowStreamEvent',
  description: 'An event of the stream of a workflow app.',
  anyOf: [
    ...dataEvents('Workflow', workflowEnvelope, {
      ...graphEventData,
      ...textData,
      agent_log: agentLog,
      reasoning_chunk: reasoning,
    }),
    ...soundEvents('Workflow', { ...workflowEnvelope, created_at: seconds }),
    failure('Workflow', { workflow_run_id: uuid }),
  ],
};

/** What the stream of a chat app says; only apps with a graph send the events of their nodes. */
export const chatStream: JsonSchema = {
  title: 'ChatStreamEvent',
  description: 'An event of the stream of a chat app. Agents send `agent_…`; only chatflows send events of nodes.',
  anyOf: [
    ...messageEvents('Chat', chatEnvelope),
    ...agentEvents('Chat', chatEnvelope),
    ...dataEvents('Chat', { ...chatEnvelope, workflow_run_id: uuid }, graphEventData),
    ...dataEvents('Chat', chatEnvelope, { agent_log: agentLog, reasoning_chunk: reasoning }),
    ...soundEvents('Chat', chatEnvelope),
    failure('Chat', { conversation_id: uuid, message_id: uuid, created_at: seconds }),
  ],
};

/** What the stream of a text generator says. */
export const completionStream: JsonSchema = {
  title: 'CompletionStreamEvent',
  description: 'An event of the stream of a text generator.',
  anyOf: [
    ...messageEvents('Completion', completionEnvelope),
    ...soundEvents('Completion', completionEnvelope),
    failure('Completion', { message_id: uuid, created_at: seconds }),
  ],
};
