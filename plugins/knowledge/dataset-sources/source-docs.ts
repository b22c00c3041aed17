import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { boolean, integer, text, uuid } = schemas;
const time = orNull(schemas.seconds);
const texts = { type: 'array', items: text } as const;
const enumOf = (...values: readonly string[]) => ({ type: 'string', enum: values }) as const;

export const pageStatuses = [
  'waiting',
  'added',
  'changed',
  'unchanged',
  'duplicate',
  'excluded',
  'failed',
  'vanished',
] as const;

const counts = objectSchema('DatasetSourcePageCounts', {
  added: integer,
  changed: integer,
  unchanged: integer,
  skipped: {
    ...integer,
    description: 'Number of pages that are duplicates, or excluded by the site or the path patterns.',
  },
  failed: integer,
  vanished: integer,
  waiting: { ...integer, description: 'Number of pages still to be read.' },
});
const source = objectSchema('DatasetSource', {
  id: uuid,
  dataset_id: uuid,
  kind: {
    type: 'string',
    description: '`web_page`, `sitemap`, `website`, `git`, `drive`, or another installed kind.',
  },
  name: text,
  url: text,
  include_paths: texts,
  exclude_paths: texts,
  max_pages: integer,
  max_depth: integer,
  delay_ms: integer,
  branch: { type: 'string', description: 'Empty: the default branch.' },
  folder: { type: 'string', description: 'Empty: the whole repository.' },
  host: orNull(enumOf('github', 'gitlab', 'gitea', 'bitbucket', 'archive')),
  account_id: orNull({ ...uuid, description: 'The connected account it is read with.' }),
  options: { type: 'object', additionalProperties: true, description: 'Settings of its kind.' },
  token: orNull({ type: 'string', description: 'The last characters of the secret.' }),
  doc_form: enumOf('text_model', 'hierarchical_model', 'qa_model'),
  doc_language: text,
  refresh: enumOf('never', 'hourly', 'every_6_hours', 'daily', 'weekly'),
  on_vanished: enumOf('disable', 'remove', 'keep'),
  is_paused: boolean,
  is_held: {
    type: 'boolean',
    description: 'Paused because its account does not work. `error` contains the remedy.',
  },
  status: enumOf('waiting', 'running', 'completed', 'failed', 'cancelled'),
  error: orNull({ type: 'string', description: 'Error of the last run, with a remedy.' }),
  is_incomplete: {
    type: 'boolean',
    description: 'The last run did not read all pages. Pages it did not read are not treated as deleted.',
  },
  pages: counts,
  started_at: time,
  finished_at: time,
  next_refresh_at: time,
  created_at: schemas.seconds,
  updated_at: schemas.seconds,
});
const page = objectSchema('DatasetSourcePage', {
  id: uuid,
  address: {
    type: 'string',
    description: 'For repositories: the path of the file. For connected accounts: the id at the service.',
  },
  name: orNull({ type: 'string', description: 'Path, where the address is an id.' }),
  status: enumOf(...pageStatuses),
  document_id: orNull(uuid),
  message: orNull({ type: 'string', description: 'The error, or why the page was skipped, with a remedy.' }),
  read_at: time,
});

const example = {
  id: '0196f5c0-0000-7000-8000-000000000071',
  dataset_id: '0196f5c0-0000-7000-8000-000000000070',
  kind: 'website',
  name: 'docs.example.com/guide',
  url: 'https://docs.example.com/guide',
  include_paths: ['/guide/**'],
  exclude_paths: [],
  max_pages: 100,
  max_depth: 3,
  delay_ms: 1_000,
  branch: '',
  folder: '',
  host: null,
  account_id: null,
  options: {},
  token: null,
  doc_form: 'text_model',
  doc_language: 'English',
  refresh: 'daily',
  on_vanished: 'disable',
  is_paused: false,
  is_held: false,
  status: 'running',
  error: null,
  is_incomplete: false,
  pages: { added: 12, changed: 0, unchanged: 0, skipped: 1, failed: 0, vanished: 0, waiting: 23 },
  started_at: 1_795_000_000,
  finished_at: null,
  next_refresh_at: null,
  created_at: 1_795_000_000,
  updated_at: 1_795_000_000,
};
const done = { ...example, status: 'completed', finished_at: 1_795_000_100, next_refresh_at: 1_795_086_500 };
const pageExample = {
  id: '0196f5c0-0000-7000-8000-000000000072',
  address: 'https://docs.example.com/guide/start',
  name: null,
  status: 'added',
  document_id: '0196f5c0-0000-7000-8000-000000000073',
  message: null,
  read_at: 1_795_000_020,
};

const tag = 'Knowledge sources';
const missing = { 404: ['not_found'] } as const;

/** What the routes of sources take and answer. */
export const sourceDocs = {
  list: {
    tag,
    answers: {
      200: jsonAnswer('A list, newest first.', objectSchema('DatasetSources', { data: listOf(source) }), {
        data: [done],
      }),
    },
    errors: missing,
  },
  add: {
    tag,
    description:
      'The first run starts immediately, in the background. `web_page`: one page. `sitemap`: the pages listed in a sitemap, which may be a sitemap index or compressed. `website`: pages of the same site reached by links, respecting robots.txt. `git`: files of a repository, from the archive of its host.',
    bodyExample: {
      kind: 'website',
      url: 'https://docs.example.com/guide',
      include_paths: ['/guide/**'],
      refresh: 'daily',
    },
    answers: { 201: jsonAnswer('The source.', source, example) },
    errors: {
      400: ['invalid_source', 'invalid_param', 'invalid_process_rule', 'provider_not_initialize'],
      403: ['address_refused'],
      404: ['not_found'],
      409: ['too_many_sources'],
    },
  },
  get: { tag, answers: { 200: jsonAnswer('The source.', source, done) }, errors: missing },
  change: {
    tag,
    description: 'Omitted fields are kept. Changes apply from the next run.',
    bodyExample: { refresh: 'weekly' },
    answers: { 200: jsonAnswer('The source.', source, { ...done, refresh: 'weekly' }) },
    errors: { 400: ['invalid_source', 'token_needed'], 403: ['address_refused'], 404: ['not_found'] },
  },
  refresh: {
    tag,
    answers: { 202: jsonAnswer('The source, which is now being read.', source, example) },
    errors: { 404: ['not_found'], 409: ['refresh_running'] },
  },
  cancel: {
    tag,
    description: 'Pages that were already read are kept. Has no effect if no run is in progress.',
    answers: {
      200: jsonAnswer('The source.', source, { ...example, status: 'cancelled', finished_at: 1_795_000_050 }),
    },
    errors: missing,
  },
  places: {
    tag,
    description:
      'Folders, sites and pages that a connected account can see, for the `url` of a new source. Without `parent` and `search`: the outermost ones.',
    answers: {
      200: jsonAnswer(
        'A list, sorted by name; at most 200.',
        objectSchema('DatasetSourcePlaces', {
          data: listOf(
            objectSchema('DatasetSourcePlace', {
              id: text,
              name: text,
              url: text,
              has_places: boolean,
              warning: orNull(text),
            }),
          ),
        }),
        {
          data: [
            {
              id: '1AbC',
              name: 'Handbook',
              url: 'https://drive.google.com/drive/folders/1AbC',
              has_places: true,
              warning: null,
            },
          ],
        },
      ),
    },
    errors: { 400: ['invalid_source'] },
  },
  remove: {
    tag,
    answers: { 204: emptyAnswer('Deleted.') },
    errors: { 404: ['not_found'], 409: ['source_has_documents'] },
  },
  pages: {
    tag,
    answers: {
      200: jsonAnswer(
        'The pages, sorted by address.',
        objectSchema('DatasetSourcePages', {
          data: listOf(page),
          page: integer,
          limit: integer,
          total: integer,
          has_more: boolean,
        }),
        { data: [pageExample], page: 1, limit: 20, total: 1, has_more: false },
      ),
    },
    errors: missing,
  },
} satisfies Readonly<Record<string, RouteDocs>>;
