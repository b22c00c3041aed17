import { jsonAnswer, objectSchema, orNull, type RouteDocs, schemas } from '#http';
import type { JsonSchema } from '#kernel';
import { examples } from './answer-schemas.ts';
import { runEventsQuery, taskEventsQuery } from './schemas.ts';
import { chatStream, completionStream, workflowStream } from './stream-schemas.ts';

const { uuid, text, integer, seconds } = schemas;
const tag = 'Runs of your users';
const user = { type: 'string', description: 'The user who started the run.' };
const notFound = { 404: ['not_found'] };

const told: Readonly<Record<string, string>> = {
  include_state_snapshot: 'Start the stream with the events so far.',
  continue_on_pause: 'Keep the stream open while the run is waiting for human input.',
  after: 'Id of the last event received. `Last-Event-ID` takes precedence.',
};

/** The query with its `user`, who must be there. */
function withUser(query: JsonSchema): JsonSchema {
  const properties = Object.entries((query.properties ?? {}) as Readonly<Record<string, JsonSchema>>);
  const described = properties.map(([name, schema]) => [
    name,
    { ...schema, ...(told[name] !== undefined && { description: told[name] }) },
  ]);
  return { type: 'object', required: ['user'], properties: { ...Object.fromEntries(described), user } };
}

const headers = { 'X-Workflow-Run-ID': 'The run.' };

const { task_id: taskId, workflow_run_id: runId, data } = examples.workflow.blocking;
const { id: _, sequence_number: __, ...outcome } = data;
const taskExample = { task_id: taskId, workflow_run_id: runId, ...outcome };

/** What is told of looking at runs. */
export const runDocs = {
  task: {
    tag,
    query: withUser({}),
    answers: {
      200: jsonAnswer(
        'The run.',
        objectSchema(
          'TaskState',
          {
            task_id: uuid,
            workflow_run_id: uuid,
            message_id: uuid,
            conversation_id: uuid,
            workflow_id: uuid,
            status: {
              type: 'string',
              enum: ['running', 'paused', 'succeeded', 'partial-succeeded', 'failed', 'stopped'],
            },
            outputs: orNull(schemas.object),
            error: orNull(text),
            elapsed_time: orNull(schemas.number),
            total_tokens: integer,
            total_steps: integer,
            created_at: seconds,
            finished_at: orNull(seconds),
          },
          { optional: ['message_id', 'conversation_id'] },
        ),
        taskExample,
      ),
    },
    errors: { 400: ['invalid_param'], ...notFound },
  },
  taskEvents: {
    tag,
    description:
      'The run is named by its task id or its run id. ' +
      'Every event has an id: to resume a lost stream, pass the id of the last event received. Events have the ' +
      'same format as the stream of the mode of the app.',
    query: withUser(taskEventsQuery),
    requestHeaders: { 'Last-Event-ID': 'Id of the last event received.' },
    answers: {
      200: {
        description: 'The stream.',
        headers,
        content: {
          'text/event-stream': {
            schema: { anyOf: [workflowStream, chatStream, completionStream] },
            example: examples.workflow.streaming,
          },
        },
      },
    },
    errors: notFound,
  },
  events: {
    tag,
    description:
      'For a run that has ended, the stream contains only its end. The stream of a run that is waiting for human ' +
      'input stays open until the run pauses again or ends. Events have no ids here; use ' +
      '`/v1/runs/{task_id}/events` for events with ids.',
    query: withUser(runEventsQuery),
    answers: {
      200: {
        description: 'The stream.',
        headers,
        content: {
          'text/event-stream': {
            schema: { anyOf: [workflowStream, chatStream] },
            example: examples.workflow.streaming,
          },
        },
      },
    },
    errors: { 400: ['not_workflow_app'], ...notFound },
  },
  draftEvents: {
    tag: 'Apps',
    description:
      'The stream has the same format as that of `POST /console/api/apps/{app_id}/draft/run`. For a run that has ended, it contains ' +
      'only its end. The stream of a run that is waiting for human input stays open until the run pauses again or ends.',
    answers: {
      200: {
        description: 'The stream.',
        headers,
        content: {
          'text/event-stream': {
            schema: { anyOf: [workflowStream, chatStream, completionStream] },
            example: examples.workflow.streaming,
          },
        },
      },
    },
    errors: notFound,
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
