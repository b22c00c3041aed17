import { bytesAnswer, emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { uuid, text, integer, number, boolean, seconds } = schemas;
const tag = 'Batches';
const anything = { description: 'Inputs or outputs by their names.', type: 'object' } as const;

const rowStatuses = ['waiting', 'running', 'succeeded', 'failed', 'stopped', 'wrong'] as const;

export const batchSchema = objectSchema('Batch', {
  id: uuid,
  name: text,
  status: {
    enum: ['running', 'paused', 'stopped', 'finished'],
    description: '`stopped`: rows that ran then may end a moment later. `finished`: no row waits or runs.',
  },
  total: { ...integer, description: 'Rows.' },
  waiting: integer,
  running: { ...integer, description: 'With those whose runs wait for people.' },
  succeeded: integer,
  failed: integer,
  stopped: integer,
  wrong: { ...integer, description: 'Rows that are no inputs of the app, and are not run.' },
  kept: boolean,
  columns: { ...listOf(text), description: 'Inputs.' },
  output_columns: { ...listOf(text), description: 'Outputs, as far as rows have shown them.' },
  created_at: seconds,
  finished_at: orNull(seconds),
  error: orNull({ ...text, description: 'Why no row begins at the moment: a limit, a paused app.' }),
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
  number: { ...integer, description: 'From 1, in the order of the file.' },
  inputs: anything,
  status: { enum: [...rowStatuses] },
  outputs: orNull(anything),
  error: orNull(text),
  elapsed_time: orNull({ ...number, description: 'Seconds.' }),
  total_tokens: orNull(integer),
  workflow_run_id: orNull(uuid),
});

const rowError = objectSchema('BatchRowError', {
  row: integer,
  field: { ...text, description: 'The input.' },
  message: text,
});

const preview = objectSchema('BatchPreview', {
  columns: listOf(objectSchema('BatchColumn', { name: text, input: orNull(text) })),
  total: integer,
  rows: listOf(objectSchema('BatchPreviewRow', { number: integer, inputs: anything })),
  errors: listOf(rowError),
  error_count: integer,
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
        'CSV (in any encoding, with commas, semicolons or tabs) or the first sheet of a workbook (xlsx): a line of names or labels of inputs, then the rows. Or JSON: a list of objects.',
    },
    user: { type: 'string', description: 'The end user; web apps leave it out.' },
    ...more,
  },
});

const batchAnswer = (description: string, status = 200) => ({
  [status]: jsonAnswer(description, batchSchema, example),
});
const action = (description: string): RouteDocs => ({
  tag,
  description,
  answers: batchAnswer('The batch, as it goes now.'),
  errors: modes,
});

/** What is told of batches. */
export const batchDocs = {
  template: {
    tag,
    description: 'A file with a column for each input of the app, by its name, and one row as an example.',
    answers: {
      200: bytesAnswer('The file.', 'text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
    },
    errors: modes,
  },
  preview: {
    tag,
    description: 'Reads a file as `POST /v1/batches` does, and says what would be run. Nothing is kept.',
    body: form('BatchPreviewForm', {}),
    answers: { 200: jsonAnswer('What the file holds; the first 20 rows, and the first 100 errors.', preview) },
    errors: tableErrors,
  },
  create: {
    tag,
    description:
      'Runs the app once for each row of a file, on the server, some at a time: closing the connection changes nothing. ' +
      'The version that is published now runs all of them, whatever is published meanwhile. Rows are runs like others: ' +
      'limits of the app and its workspace hold, and rows they refuse wait. With `Idempotency-Key`, the same file sent again is the same batch.',
    body: form('BatchForm', {
      name: { type: 'string', description: 'Default: the name of the file.' },
      skip_wrong: { type: 'boolean', description: 'Run the other rows where some are no inputs of the app.' },
    }),
    requestHeaders: { 'Idempotency-Key': 'Names the request, so that it is made once however often it is sent.' },
    answers: batchAnswer('The batch.', 201),
    errors: {
      ...tableErrors,
      400: [...tableErrors[400], 'wrong_rows'],
      409: ['idempotency_key_reused', 'request_in_progress'],
    },
  },
  list: {
    tag,
    description: 'Newest first; `before` is the id of the last one seen.',
    answers: {
      200: jsonAnswer(
        'A page of batches.',
        objectSchema('BatchList', { data: listOf(batchSchema), has_more: boolean }),
      ),
    },
    errors: modes,
  },
  get: action('One batch of the user.'),
  rows: {
    tag,
    description: '`after` is the number of the last row seen.',
    answers: {
      200: jsonAnswer('A page of rows.', objectSchema('BatchRowList', { data: listOf(rowSchema), has_more: boolean })),
    },
    errors: modes,
  },
  events: {
    tag,
    description:
      'A stream of `progress` events, at most four a second, from any process: the batch, and the numbers of the rows that ' +
      'changed since the event before. It ends when the batch is over and none of its rows runs.',
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
  pause: action('Rows that run finish, and no other begins. Nothing happens to a batch that is over.'),
  resume: action('Goes on with a batch that was paused.'),
  stop: action('Rows that run are stopped, and those that wait are not run.'),
  retry: action('Runs the rows again that failed or were stopped.'),
  change: action('Names the batch, or keeps it: batches that are not kept go when the history of runs does.'),
  delete: {
    tag,
    description: 'Stops the batch and removes it with its rows. Its runs stay in the log of the app.',
    answers: { 204: emptyAnswer('It is gone.') },
    errors: modes,
  },
  export: {
    tag,
    description:
      'All rows with inputs, outputs and errors. In CSV, a text that a spreadsheet would run as a formula has an apostrophe before it.',
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
