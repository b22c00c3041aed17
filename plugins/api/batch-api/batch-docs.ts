import { bytesAnswer, emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { uuid, text, integer, number, boolean, seconds } = schemas;
const tag = 'Batches';
const anything = { description: 'Inputs or outputs by name.', type: 'object' } as const;

const rowStatuses = ['waiting', 'running', 'succeeded', 'failed', 'stopped', 'wrong'] as const;

export const batchSchema = objectSchema('Batch', {
  id: uuid,
  name: text,
  status: {
    enum: ['running', 'paused', 'stopped', 'finished'],
    description: '`stopped`: rows that were running may end shortly after. `finished`: no row is waiting or running.',
  },
  total: { ...integer, description: 'Number of rows.' },
  waiting: integer,
  running: { ...integer, description: 'Number of running rows, including those waiting for human input.' },
  succeeded: integer,
  failed: integer,
  stopped: integer,
  wrong: { ...integer, description: 'Number of rows that are not valid inputs of the app and are not run.' },
  kept: boolean,
  columns: { ...listOf(text), description: 'Names of the inputs.' },
  output_columns: { ...listOf(text), description: 'Names of the outputs seen so far.' },
  created_at: seconds,
  finished_at: orNull(seconds),
  error: orNull({
    ...text,
    description: 'Why no row is being started at the moment, such as a limit or a paused app.',
  }),
});

const example = {
  id: '0198c2b4-5d6e-7f80-9a1b-2c3d4e5f6071',
  name: 'Reviews',
  status: 'running',
  total: 120,
  waiting: 96,
  running: 4,
  succeeded: 19,
  failed: 1,
  stopped: 0,
  wrong: 0,
  kept: false,
  columns: ['text'],
  output_columns: ['summary'],
  created_at: 1767225600,
  finished_at: null,
  error: null,
};

const rowSchema = objectSchema('BatchRow', {
  number: { ...integer, description: 'Row number, starting at 1, in file order.' },
  inputs: anything,
  status: { enum: [...rowStatuses] },
  outputs: orNull(anything),
  error: orNull(text),
  elapsed_time: orNull({ ...number, description: 'Duration in seconds.' }),
  total_tokens: orNull(integer),
  workflow_run_id: orNull(uuid),
});

const rowError = objectSchema('BatchRowError', {
  row: integer,
  field: { ...text, description: 'Name of the input.' },
  message: text,
});

const preview = objectSchema('BatchPreview', {
  columns: listOf(objectSchema('BatchColumn', { name: text, input: orNull(text) })),
  total: integer,
  rows: listOf(objectSchema('BatchPreviewRow', { number: integer, inputs: anything })),
  errors: listOf(rowError),
  error_count: integer,
  estimate: objectSchema('BatchEstimate', {
    seconds: {
      ...orNull(integer),
      description: 'How long the rows would take, as the last runs of the app did. null: it had none.',
    },
    rows_left: { ...orNull(integer), description: 'Rows that this visitor may run now. null: any number.' },
    rows_per_day: { ...orNull(integer), description: 'Rows that visitors may run per day. null: any number.' },
    all_again_in: { ...orNull(integer), description: 'Seconds until all of them may be run again.' },
    refusal: { ...orNull(text), description: 'Why no row could begin now. null: nothing is known against it.' },
  }),
});

const modes = { 400: ['not_workflow_app', 'app_unavailable', 'invalid_param'] } as const;
const tableErrors = {
  400: [
    ...['invalid_param', 'not_workflow_app', 'app_unavailable', 'no_file_uploaded', 'too_many_files'],
    ...['unsupported_format', 'unreadable', 'limit_exceeded'],
  ],
  413: ['file_too_large'],
  415: ['unsupported_media_type'],
  429: ['too_many_rows', 'too_many_open'],
} satisfies RouteDocs['errors'];

const form = (
  title: string,
  more: Readonly<Record<string, { readonly type: string; readonly description: string }>>,
) => ({
  title,
  type: 'object',
  required: ['file'],
  properties: {
    file: {
      type: 'string',
      format: 'binary',
      description:
        'CSV (any encoding; separated by commas, semicolons or tabs) or the first sheet of a workbook (xlsx), with a header row of names or labels of inputs. Or JSON: a list of objects.',
    },
    user: { type: 'string', description: 'Identifier of the end user. Omitted by web apps.' },
    ...more,
  },
});

const batchAnswer = (description: string, status = 200) => ({
  [status]: jsonAnswer(description, batchSchema, example),
});
const action = (description: string) => ({
  tag,
  description,
  answers: batchAnswer('The batch, with its current progress.'),
  errors: modes,
});

/** What is told of batches. */
export const batchDocs = {
  template: {
    tag,
    description: 'A file with one column per input of the app, by name, and one example row.',
    answers: {
      200: bytesAnswer('The file.', 'text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
    },
    errors: modes,
  },
  preview: {
    tag,
    description: 'Reads a file like `POST /v1/batches` and returns what would be run. Nothing is stored.',
    body: form('BatchPreviewForm', {}),
    answers: { 200: jsonAnswer('The contents of the file: the first 20 rows, and the first 100 errors.', preview) },
    errors: tableErrors,
  },
  create: {
    tag,
    description:
      'Runs the app once per row of a file, on the server, several rows at a time; closing the connection does ' +
      'not stop it. All rows use the version that is published when the batch is created. Rows count as normal ' +
      'runs: limits of the app and its workspace apply, and rows that exceed them wait. With `Idempotency-Key`, ' +
      'sending the same file again returns the same batch.',
    body: form('BatchForm', {
      name: { type: 'string', description: 'Defaults to the name of the file.' },
      skip_wrong: { type: 'boolean', description: 'Run the other rows if some are not valid inputs of the app.' },
    }),
    requestHeaders: { 'Idempotency-Key': 'Identifies the request, so that repeating it has no further effect.' },
    answers: batchAnswer('The batch.', 201),
    errors: {
      ...tableErrors,
      400: [...tableErrors[400], 'wrong_rows'],
      409: ['idempotency_key_reused', 'request_in_progress'],
    },
  },
  list: {
    tag,
    description: 'Newest first. `before` is the id of the last batch of the previous page.',
    answers: {
      200: jsonAnswer(
        'A page of batches.',
        objectSchema('BatchList', { data: listOf(batchSchema), has_more: boolean }),
      ),
    },
    errors: modes,
  },
  get: action('Returns one batch of the user.'),
  rows: {
    tag,
    description: '`after` is the number of the last row of the previous page.',
    answers: {
      200: jsonAnswer('A page of rows.', objectSchema('BatchRowList', { data: listOf(rowSchema), has_more: boolean })),
    },
    errors: modes,
  },
  events: {
    tag,
    description:
      'A stream of `progress` events, at most four per second, with the batch and the numbers of the rows that ' +
      'changed since the previous event. Works with any process of the server. It ends when the batch has ended ' +
      'and no row is running.',
    answers: {
      200: {
        description: 'The events.',
        content: {
          'text/event-stream': {
            schema: objectSchema('BatchProgress', {
              event: { const: 'progress' },
              batch: batchSchema,
              rows: listOf(integer),
            }),
          },
        },
      },
    },
    errors: { ...modes, 429: ['too_many_requests'] },
  },
  pause: action(
    'Rows in progress are completed, and no further rows are started. Has no effect on a batch that has ended.',
  ),
  resume: action('Continues a paused batch.'),
  stop: action('Rows in progress are stopped, and waiting rows are not run.'),
  retry: action('Runs the rows again that failed or were stopped.'),
  change: action('Renames the batch, or marks it to be kept: other batches are deleted when the run history is.'),
  delete: {
    tag,
    description: 'Stops the batch and deletes it with its rows. Its runs remain in the log of the app.',
    answers: { 204: emptyAnswer('Deleted.') },
    errors: modes,
  },
  export: {
    tag,
    description:
      'All rows with inputs, outputs and errors. In CSV, values that a spreadsheet would interpret as a formula are prefixed with an apostrophe.',
    answers: {
      200: {
        description: 'The file.',
        content: {
          ...bytesAnswer('', 'text/csv').content,
          'application/json': { schema: listOf(rowSchema) },
        },
      },
    },
    errors: modes,
  },
} satisfies Readonly<Record<string, RouteDocs>>;
