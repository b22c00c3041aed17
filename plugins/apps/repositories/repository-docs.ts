import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas, successAnswer } from '#http';
import { applyWays, appStates, commitWays, directions } from './link.ts';

const { boolean, integer, text, uuid, value } = schemas;
const time = orNull(schemas.seconds);
const tag = 'Repositories';
const enumOf = (...values: readonly string[]) => ({ type: 'string', enum: values }) as const;
const counts = objectSchema('RepositoryAppCounts', Object.fromEntries(appStates.map((state) => [state, integer])));
const repository = objectSchema('Repository', {
  id: uuid,
  provider: text,
  account_id: orNull(uuid),
  url: text,
  repository: text,
  branch: text,
  folder: { ...text, description: 'Empty: the top of the repository.' },
  environment_file: text,
  direction: enumOf(...directions),
  commits: enumOf(...commitWays),
  applies: enumOf(...applyWays),
  takes_new: boolean,
  plans: boolean,
  public_key: orNull(text),
  host_key: orNull(text),
  state: { ...enumOf('active', 'paused', 'broken'), description: '`broken`: the host refuses it; see `reason`.' },
  reason: orNull(text),
  commit: { ...orNull(text), description: 'The commit that all apps were compared with last.' },
  seen_at: time,
  is_syncing: { ...boolean, description: 'A sync is running or about to begin.' },
  created_at: schemas.seconds,
  apps: counts,
});
const conflict = objectSchema(
  'RepositoryConflict',
  {
    place: { ...text, description: 'Identifies the place when you choose a side.' },
    title: text,
    path: text,
    is_draft: { type: 'boolean', description: 'What is here is in the draft only, and not published.' },
    base: value,
    ours: value,
    theirs: value,
  },
  { optional: ['is_draft', 'base', 'ours', 'theirs'] },
);
const pull = objectSchema('RepositoryPull', { number: orNull(integer), url: orNull(text), branch: text });
const appFields = {
  key: text,
  app_id: orNull(uuid),
  name: text,
  file: text,
  state: enumOf(...appStates),
  reason: orNull(text),
  pull: orNull(pull),
};
const app = objectSchema('RepositoryApp', appFields);
const appDetail = objectSchema('RepositoryAppDetail', {
  ...appFields,
  conflicts: { ...listOf(conflict), description: 'Places that were changed on both sides.' },
});
export const item = objectSchema('RepositoryRunItem', {
  key: text,
  name: text,
  action: enumOf('create', 'update', 'publish', 'commit', 'pull_request', 'wait', 'conflict', 'gone', 'blocked'),
  details: listOf(text),
});
const run = objectSchema('RepositoryRun', {
  id: uuid,
  began_by: enumOf('poll', 'webhook', 'person', 'publish', 'link'),
  who: text,
  before: orNull(text),
  after: orNull(text),
  outcome: enumOf('done', 'waiting', 'conflict', 'failed'),
  message: orNull(text),
  items: listOf(item),
  started_at: schemas.seconds,
  finished_at: schemas.seconds,
});
const noCounts = Object.fromEntries(appStates.map((state) => [state, 0]));
const example = {
  id: '4d3c2b1a-0f9e-4d8c-b7a6-958473625140',
  provider: 'github',
  account_id: '4d3c2b1a-0f9e-4d8c-b7a6-958473625141',
  url: 'https://github.com/fern/apps.git',
  repository: 'fern/apps',
  branch: 'main',
  folder: 'apps',
  environment_file: 'environments/production.yml',
  direction: 'both',
  commits: 'direct',
  applies: 'itself',
  takes_new: true,
  plans: true,
  public_key: null,
  host_key: null,
  state: 'active',
  reason: null,
  commit: '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567',
  seen_at: 1769000000,
  is_syncing: false,
  created_at: 1768000000,
  apps: { ...noCounts, in_step: 3 },
};
const appExample = {
  key: 'fern-desk',
  app_id: '4d3c2b1a-0f9e-4d8c-b7a6-958473625142',
  name: 'Fern Desk',
  file: 'fern-desk.yml',
  state: 'in_step',
  reason: null,
  pull: null,
};
const runExample = {
  id: '4d3c2b1a-0f9e-4d8c-b7a6-958473625143',
  began_by: 'publish',
  who: 'Ada',
  before: example.commit,
  after: '1a1b2c3d4e5f60718293a4b5c6d7e8f901234567',
  outcome: 'done',
  message: null,
  items: [{ key: 'fern-desk', name: 'Fern Desk', action: 'commit', details: ['Version 3 → 1a1b2c3'] }],
  started_at: 1769000000,
  finished_at: 1769000001,
};
const wish = { account_id: example.account_id, url: example.url };
const settings = {
  branch: 'main',
  folder: 'apps',
  environment_file: '',
  direction: 'both',
  commits: 'direct',
  applies: 'itself',
  takes_new: true,
  plans: true,
};
const reaching = { 400: ['invalid'], 404: ['no_such_account'], 409: ['no_account', 'refused'] };

/** What is told of the routes for repositories. */
export const repositoryDocs = {
  list: {
    tag,
    answers: {
      200: jsonAnswer('The repositories.', objectSchema('Repositories', { data: listOf(repository) }), {
        data: [example],
      }),
    },
  },
  accounts: {
    tag,
    answers: {
      200: jsonAnswer(
        'The accounts of the workspace and your own that may be used for repositories.',
        objectSchema('RepositoryAccounts', {
          data: listOf(
            objectSchema('RepositoryAccount', {
              id: uuid,
              provider: text,
              label: text,
              address: text,
              is_own: boolean,
              lists: boolean,
            }),
          ),
        }),
        {
          data: [
            {
              id: example.account_id,
              provider: 'github',
              label: 'ada',
              address: 'https://github.com',
              is_own: true,
              lists: true,
            },
          ],
        },
      ),
    },
  },
  hosted: {
    tag,
    answers: {
      200: jsonAnswer(
        'The repositories that the account sees; empty where the host has no lists.',
        objectSchema('HostedRepositories', {
          data: listOf(objectSchema('HostedRepository', { path: text, url: text, branch: text, is_private: boolean })),
        }),
        { data: [{ path: 'fern/apps', url: example.url, branch: 'main', is_private: true }] },
      ),
    },
    errors: reaching,
  },
  key: {
    tag,
    description:
      'Add the public key to the repository as a deploy key, and compare the host key with the one that the host publishes.',
    bodyExample: { url: 'git@git.example.com:fern/apps.git' },
    answers: {
      200: jsonAnswer(
        'The new key. `key` is the encrypted private key, for linking.',
        objectSchema('RepositoryKey', { key: text, public_key: text, host_key: text, url: text }),
        {
          key: 'k1.…',
          public_key: 'ssh-ed25519 AAAA… weft',
          host_key: 'SHA256:…',
          url: 'ssh://git@git.example.com/fern/apps.git',
        },
      ),
    },
    errors: { 400: ['invalid'] },
  },
  branches: {
    tag,
    bodyExample: wish,
    answers: {
      200: jsonAnswer(
        'The branches, the default one first.',
        objectSchema('RepositoryBranches', { data: listOf(text) }),
        { data: ['main'] },
      ),
    },
    errors: reaching,
  },
  folders: {
    tag,
    bodyExample: { ...wish, branch: 'main' },
    answers: {
      200: jsonAnswer(
        'The folders of the branch, those with documents first, and files that may be environment files.',
        objectSchema('RepositoryFolders', {
          data: listOf(objectSchema('RepositoryFolder', { path: text, documents: integer })),
          environment_files: listOf(text),
        }),
        { data: [{ path: 'apps', documents: 3 }], environment_files: ['environments/production.yml'] },
      ),
    },
    errors: reaching,
  },
  plan: {
    tag,
    description: 'Nothing is changed.',
    bodyExample: { ...wish, ...settings },
    answers: {
      200: jsonAnswer(
        'What linking would do: with the documents that are there, and which published apps would be committed.',
        objectSchema('RepositoryPlan', {
          data: listOf(item),
          commits: listOf(objectSchema('RepositoryPlanCommit', { id: uuid, name: text })),
          skipped: listOf(text),
        }),
        { data: [{ key: 'fern-desk', name: 'Fern Desk', action: 'create', details: [] }], commits: [], skipped: [] },
      ),
    },
    errors: { ...reaching, 400: ['invalid', 'too_many_documents', 'no_environment'] },
  },
  link: {
    tag,
    bodyExample: { ...wish, ...settings },
    answers: { 201: jsonAnswer('The repository.', repository, example) },
    errors: { 400: ['invalid'], 404: ['no_such_account'], 409: ['linked', 'too_many'] },
  },
  get: {
    tag,
    answers: {
      200: jsonAnswer(
        'The repository with its apps.',
        objectSchema('RepositoryDetail', {
          repository,
          data: listOf(app),
        }),
        {
          repository: example,
          data: [appExample],
        },
      ),
    },
    errors: { 404: ['not_found'] },
  },
  change: {
    tag,
    bodyExample: { ...settings, direction: 'pull' },
    answers: { 200: jsonAnswer('The repository.', repository, { ...example, direction: 'pull' }) },
    errors: { 400: ['invalid'], 404: ['not_found'], 409: ['linked'] },
  },
  unlink: {
    tag,
    description: 'Apps and files stay as they are.',
    answers: { 204: emptyAnswer('Unlinked.') },
    errors: { 404: ['not_found'] },
  },
  sync: {
    tag,
    description: 'The sync starts within seconds; `GET …/runs` lists its results.',
    bodyExample: { approved: example.commit },
    answers: { 200: successAnswer },
    errors: { 404: ['not_found'] },
  },
  pause: { tag, bodyExample: { paused: true }, answers: { 200: successAnswer }, errors: { 404: ['not_found'] } },
  runs: {
    tag,
    answers: {
      200: jsonAnswer(
        'Runs that did something or failed, newest first.',
        objectSchema('RepositoryRuns', { data: listOf(run), has_more: boolean }),
        {
          data: [runExample],
          has_more: false,
        },
      ),
    },
    errors: { 404: ['not_found'] },
  },
  app: {
    tag,
    answers: { 200: jsonAnswer('The app with its conflicts.', appDetail, { ...appExample, conflicts: [] }) },
    errors: { 404: ['not_found', 'no_app'] },
  },
  solve: {
    tag,
    description: 'The app is merged and synced soon, when every place has a side.',
    bodyExample: { choices: { '["app","name"]': 'theirs' } },
    answers: { 200: successAnswer },
    errors: { 404: ['not_found', 'no_app'], 409: ['no_conflict'] },
  },
  settle: {
    tag,
    description:
      '`commit`: commit the published version again, also when the file is gone. `forget`: take what is in the repository as new; the app stays. `delete`: delete an app whose file is gone.',
    bodyExample: { what: 'commit' },
    answers: { 200: successAnswer },
    errors: { 404: ['not_found', 'no_app'] },
  },
  ofApp: {
    tag,
    answers: {
      200: jsonAnswer(
        'The repositories the app is kept in step with.',
        objectSchema('AppRepositories', {
          data: listOf(
            objectSchema('AppRepository', {
              repository_id: uuid,
              repository: text,
              branch: text,
              direction: enumOf(...directions),
              ...appFields,
            }),
          ),
          waiting: { ...integer, description: 'Published versions that are not committed yet.' },
        }),
        {
          data: [
            { repository_id: example.id, repository: 'fern/apps', branch: 'main', direction: 'both', ...appExample },
          ],
          waiting: 0,
        },
      ),
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
