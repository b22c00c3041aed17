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
    description: 'Of an icon that is a picture: a path on this server, or an address elsewhere (`link`).',
  },
  status: { type: 'string', enum: ['active', 'paused', 'draft'], description: 'Calls of a paused app are refused.' },
  tags: listOf(text),
  author_name: text,
  created_at: seconds,
  updated_at: seconds,
} as const;
export const appSchema = objectSchema('App', appFields);
const listedAppSchema = objectSchema('ListedApp', {
  ...appFields,
  is_favourite: { ...schemas.boolean, description: 'Whether the caller has marked it.' },
  people: {
    ...listOf(text),
    description: 'Names of who published it or changed its draft, those last first; at most 5.',
  },
});
export const deletedAppSchema = objectSchema('DeletedApp', {
  ...appFields,
  deleted_at: { ...seconds, description: 'Seconds since 1970 (UTC); for 30 days from then on it can be brought back.' },
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
const warnings = { ...listOf(text), description: 'What is strange about the document, though it works.' };
const key = {
  id: uuid,
  name: text,
  masked: { type: 'string', description: 'Enough of the key to recognize it.' },
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
        'A page of apps, in the order that was asked for.',
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
    description: 'Callers get the new version with their next request; runs under way go on with theirs.',
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
    errors: { 400: ['invalid_document', 'invalid_graph'], 409: ['draft_changed'] },
  },
  delete: { tag, answers: { 204: emptyAnswer('Deleted.') } },
  favourite: {
    tag,
    description: 'Each person has favourites of their own.',
    answers: { 204: emptyAnswer('It is as it was asked for.') },
    errors: { 403: ['no_person'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;

/** What is told of the routes that manage the keys of an app. */
export const keyDocs = {
  list: {
    tag,
    answers: {
      200: jsonAnswer('Its keys, masked.', objectSchema('AppKeyList', { data: listOf(objectSchema('AppKey', key)) }), {
        data: [keyExample],
      }),
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
          api_key: { type: 'string', description: 'The key; it is shown here only.' },
        }),
        { ...keyExample, api_key: 'app-…' },
      ),
    },
    errors: { 409: ['too_many_keys'] },
  },
  revoke: { tag, answers: { 204: emptyAnswer('Revoked; the key does not work any more.') } },
} as const satisfies Readonly<Record<string, RouteDocs>>;
