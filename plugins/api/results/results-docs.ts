import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { uuid, text, integer, number, boolean, seconds } = schemas;
const tag = 'Results';
const modes = { 400: ['not_workflow_app', 'app_unavailable', 'invalid_param'] } as const;

const result = objectSchema('Result', {
  id: { ...uuid, description: 'Of the run.' },
  task_id: { ...uuid, description: 'With it a run that goes on is followed.' },
  name: { type: 'string', description: 'Empty until its user names it.' },
  kept: boolean,
  status: { enum: ['running', 'paused', 'succeeded', 'partial-succeeded', 'failed', 'stopped'] },
  inputs: { type: 'object' },
  outputs: orNull({ type: 'object', description: 'Of a completion app: its `answer`.' }),
  answer: orNull({ ...text, description: 'Of a completion app.' }),
  error: orNull(text),
  created_at: seconds,
  elapsed_time: orNull({ ...number, description: 'Seconds.' }),
  total_tokens: integer,
});

/** What is told of results. */
export const resultDocs = {
  list: {
    tag,
    description:
      'The runs that the user started one by one, newest first, without those of batches. `before` is the id of the last ' +
      'one seen. They are kept as long as the history of runs is.',
    answers: {
      200: jsonAnswer('A page of results.', objectSchema('ResultList', { data: listOf(result), has_more: boolean })),
    },
    errors: modes,
  },
  change: { tag, answers: { 200: jsonAnswer('The result.', result) }, errors: modes },
  delete: {
    tag,
    description: 'Takes it out of the lists of its user; the run stays in the log of the app.',
    answers: { 204: emptyAnswer('It is gone.') },
    errors: modes,
  },
} satisfies Readonly<Record<string, RouteDocs>>;
