import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { uuid, text, seconds } = schemas;
const tag = 'Apps';
const id = '4d3c2b1a-0f9e-4d8c-b7a6-958473625140';

const mode = {
  title: 'AppMode',
  type: 'string',
  enum: ['chat', 'agent-chat', 'advanced-chat', 'workflow', 'completion', 'agent'],
};
/** An app as answers have it. */
const appFields = {
  id: uuid,
  name: text,
  description: text,
  mode,
  icon: text,
  icon_type: text,
  icon_background: text,
  icon_url: {
    ...orNull(text),
    description: 'For image icons: a path on this server, or an address of another one (`link`).',
  },
  status: { type: 'string', enum: ['active', 'paused', 'draft'], description: 'Calls to a paused app are rejected.' },
  tags: listOf(text),
  author_name: text,
  created_at: seconds,
  updated_at: seconds,
} as const;
export const appSchema = objectSchema('App', appFields);
const listedAppSchema = objectSchema('ListedApp', {
  ...appFields,
  is_favourite: { ...schemas.boolean, description: 'Whether it is a favourite of the caller.' },
  people: {
    ...listOf(text),
    description: 'Names of at most 5 users who published it or changed its draft, most recent first.',
  },
});
export const deletedAppSchema = objectSchema('DeletedApp', {
  ...appFields,
  deleted_at: { ...seconds, description: 'Unix timestamp in seconds. The app can be restored for 30 days after it.' },
});
/** One of them. */
export const appExample = {
  id,
  name: 'Fern Desk',
  description: 'Answers questions about house plants',
  mode: 'advanced-chat',
  icon: '🌿',
  icon_type: 'emoji',
  icon_background: '#E4FBCC',
  icon_url: null,
  status: 'active',
  tags: ['support'],
  author_name: 'Ada Berg',
  created_at: 1767225600,
  updated_at: 1767225600,
};
const warnings = { ...listOf(text), description: 'Irregularities of the document that do not prevent the import.' };
const key = {
  id: uuid,
  name: text,
  masked: { type: 'string', description: 'The key, masked except for a few characters.' },
  created_at: seconds,
  last_used_at: orNull(seconds),
};
const keyExample = {
  id: '6c1f0b52-5a3e-4f6d-8a77-2d3c4b5a6978',
  name: 'website',
  masked: 'app-…k3Zq',
  created_at: 1767225600,
  last_used_at: null,
};

/** What is told of the routes that manage apps. */
export const appDocs = {
  list: {
    tag,
    answers: {
      200: jsonAnswer(
        'A page of apps, in the requested order.',
        objectSchema('AppList', {
          data: listOf(listedAppSchema),
          page: schemas.integer,
          limit: schemas.integer,
          total: schemas.integer,
          has_more: schemas.boolean,
        }),
        {
          data: [{ ...appExample, is_favourite: true, people: ['Ada Berg'] }],
          page: 1,
          limit: 100,
          total: 1,
          has_more: false,
        },
      ),
    },
  },
  get: { tag, answers: { 200: jsonAnswer('The app.', appSchema, appExample) } },
  export: {
    tag,
    answers: { 200: { description: 'The document.', content: { 'application/yaml': { schema: text } } } },
  },
  publish: {
    tag,
    description: 'Callers get the new version with their next request. Runs in progress keep their version.',
    answers: {
      200: jsonAnswer(
        'The version.',
        objectSchema('PublishedVersion', { workflow_id: uuid, number: schemas.integer, warnings }),
        {
          workflow_id: '8e1f7c3a-2b4d-4c6e-9f80-1a2b3c4d5e6f',
          number: 2,
          warnings: [],
        },
      ),
    },
    errors: { 400: ['invalid_document', 'invalid_graph', 'draft_has_errors'], 409: ['draft_changed'] },
  },
  delete: { tag, answers: { 204: emptyAnswer('Deleted.') } },
  favourite: {
    tag,
    description: 'Favourites are per user.',
    answers: { 204: emptyAnswer('The app is, or is no longer, a favourite.') },
    errors: { 403: ['no_person'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;

/** What is told of the routes that manage the keys of an app. */
export const keyDocs = {
  list: {
    tag,
    answers: {
      200: jsonAnswer(
        'The keys of the app, with masked secrets.',
        objectSchema('AppKeyList', { data: listOf(objectSchema('AppKey', key)) }),
        {
          data: [keyExample],
        },
      ),
    },
  },
  create: {
    tag,
    bodyExample: { name: 'website' },
    answers: {
      201: jsonAnswer(
        'The key.',
        objectSchema('CreatedAppKey', {
          ...key,
          api_key: { type: 'string', description: 'The key. Returned only in this response.' },
        }),
        { ...keyExample, api_key: 'app-…' },
      ),
    },
    errors: { 409: ['too_many_keys'] },
  },
  revoke: { tag, answers: { 204: emptyAnswer('The key was revoked and no longer works.') } },
} as const satisfies Readonly<Record<string, RouteDocs>>;
