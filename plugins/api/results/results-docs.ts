import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { uuid, text, integer, number, boolean, seconds } = schemas;
const tag = 'Results';
const modes = { 400: ['not_workflow_app', 'app_unavailable', 'invalid_param'] } as const;

const result = objectSchema('Result', {
  id: { ...uuid, description: 'Id of the run.' },
  task_id: { ...uuid, description: 'Task id, to follow a run in progress.' },
  name: { type: 'string', description: 'Empty until the user names it.' },
  kept: boolean,
  status: { enum: ['running', 'paused', 'succeeded', 'partial-succeeded', 'failed', 'stopped'] },
  inputs: { type: 'object' },
  outputs: orNull({ type: 'object', description: 'For a completion app: its `answer`.' }),
  answer: orNull({ ...text, description: 'Only for completion apps.' }),
  error: orNull(text),
  created_at: seconds,
  elapsed_time: orNull({ ...number, description: 'Duration in seconds.' }),
  total_tokens: integer,
});

/** What is told of results. */
export const resultDocs = {
  list: {
    tag,
    description:
      'Runs that the user started individually, newest first; runs of batches are not included. `before` is the ' +
      'id of the last result of the previous page. Results are kept as long as the run history.',
    answers: {
      200: jsonAnswer('A page of results.', objectSchema('ResultList', { data: listOf(result), has_more: boolean })),
    },
    errors: modes,
  },
  change: { tag, answers: { 200: jsonAnswer('The result.', result) }, errors: modes },
  delete: {
    tag,
    description: 'Removes it from the lists of its user. The run remains in the log of the app.',
    answers: { 204: emptyAnswer('Deleted.') },
    errors: modes,
  },
} satisfies Readonly<Record<string, RouteDocs>>;
