import { emptyAnswer, jsonAnswer, listOf, nameOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';
import { catalogue, cataloguePackage, installation, kind, plan } from './package-docs.ts';

const tag = 'Plugins';
const { text, uuid, seconds } = schemas;

const fetching = {
  400: ['invalid_package', 'damaged', 'unknown_source'],
  404: ['not_found'],
  503: ['unavailable'],
};
const upload = (consent: boolean) => ({
  title: consent ? 'PluginUpload' : 'PluginUploadPlan',
  type: 'object',
  required: consent ? ['file', 'consent'] : ['file'],
  properties: {
    file: { type: 'string', format: 'binary', description: 'A .tgz of at most 10 MiB.' },
    signature: { ...text, description: 'What `weft plugin sign` wrote, as JSON.' },
    ...(consent && { consent: { ...text, description: 'Of the plan.' } }),
  },
});
const uploadErrors = ['no_file', 'invalid_signature', 'invalid_package'];
const refusedInstall = { 403: ['refused', 'blocked'], 409: ['consent_changed'] };

const key = objectSchema('PluginKey', {
  id: { ...text, description: 'Of a publisher: the first 16 digits of the SHA-256 of its key.' },
  kind: { type: 'string', enum: ['publisher', 'registry'] },
  public_key: { ...text, description: 'Base64 of its DER form.' },
  label: text,
  expires_at: orNull(seconds),
  created_at: seconds,
});
const block = objectSchema('PluginBlock', {
  id: { ...orNull(uuid), description: 'null: the configuration blocks it (`plugin-installs.blocked`).' },
  name: text,
  version: { ...orNull(text), description: 'null: all versions.' },
  reason: text,
  created_at: orNull(seconds),
});
const lock = objectSchema('PluginLock', {
  lock_version: { type: 'integer', const: 1 },
  packages: listOf(
    objectSchema('LockedPlugin', {
      name: text,
      version: text,
      integrity: text,
      source: text,
      granted: { ...schemas.object, description: 'What it may do, as its manifest asks for it.' },
    }),
  ),
});

/** What is told of the routes of plugins. */
export const pluginDocs = {
  search: {
    tag,
    answers: { 200: jsonAnswer('What the sources have, and which of them did not answer.', catalogue) },
    errors: { 400: ['unknown_source'] },
  },
  show: {
    tag,
    description: 'Nothing of the plugin runs. All texts are of its publisher.',
    answers: { 200: jsonAnswer('The plugin.', cataloguePackage) },
    errors: fetching,
  },
  list: {
    tag,
    answers: {
      200: jsonAnswer(
        'All, in the order of their names.',
        objectSchema('PluginInstallations', { items: listOf(installation) }),
      ),
    },
  },
  get: { tag, answers: { 200: jsonAnswer('The plugin.', installation) }, errors: { 404: ['not_found'] } },
  apps: {
    tag,
    answers: {
      200: jsonAnswer(
        'Apps whose draft or current version names what it brings.',
        objectSchema('PluginApps', { items: listOf(objectSchema('PluginApp', { id: uuid, name: text })) }),
      ),
    },
    errors: { 404: ['not_found'] },
  },
  plan: {
    tag,
    description:
      'Fetches the package and reads it; nothing of it runs, and nothing is installed. What it says goes back with `consent`.',
    answers: { 200: jsonAnswer('What would be installed.', plan) },
    errors: fetching,
  },
  planUpload: {
    tag,
    description: 'As a plan of a package from a source.',
    body: upload(false),
    answers: { 200: jsonAnswer('What would be installed.', plan) },
    errors: { 400: uploadErrors },
  },
  install: {
    tag,
    description:
      'Installs the newest version, or the one that is named, or updates what is installed. Apps use it at once, in all processes of the server; runs under way keep the version they began with.',
    answers: { 201: jsonAnswer('It is installed.', installation) },
    errors: { ...fetching, ...refusedInstall },
  },
  upload: {
    tag,
    body: upload(true),
    answers: { 201: jsonAnswer('It is installed.', installation) },
    errors: { ...refusedInstall, 400: uploadErrors },
  },
  configure: {
    tag,
    description:
      'Settings that are not named stay, an empty text unsets one, and a secret that comes back as it is shown stays too.',
    answers: { 200: jsonAnswer('The plugin.', installation) },
    errors: { 400: ['invalid_settings', 'secret_needed'], 404: ['not_found'] },
  },
  rollBack: {
    tag,
    answers: { 200: jsonAnswer('The plugin in its earlier version.', installation) },
    errors: { 404: ['not_found'], 409: ['no_earlier_version'] },
  },
  remove: {
    tag,
    description: 'Its settings and what it keeps go with it. Apps that use it fail: `GET …/apps` lists them.',
    answers: { 204: emptyAnswer('It is removed.') },
    errors: { 404: ['not_found'] },
  },
  lock: {
    tag,
    description: 'No settings, and no secrets: each workspace has its own.',
    answers: { 200: jsonAnswer('What is installed, to be applied to another workspace.', lock) },
  },
  applyLock: {
    tag,
    description:
      'Each plugin is installed for itself, and only with exactly the bytes of the lock; what is installed besides stays.',
    answers: {
      200: jsonAnswer(
        'What was done.',
        objectSchema('AppliedPluginLock', {
          installed: listOf(installation),
          unchanged: { ...listOf(text), description: 'Names of what was installed in this version before.' },
          failed: listOf(objectSchema('FailedPlugin', { name: text, version: text, code: text, message: text })),
        }),
      ),
    },
  },
  keys: {
    tag,
    answers: { 200: jsonAnswer('All.', objectSchema('PluginKeys', { items: listOf(key) })) },
  },
  addKey: {
    tag,
    answers: { 201: jsonAnswer('It is trusted.', key) },
    errors: { 400: ['invalid_key', 'key_id_needed'] },
  },
  removeKey: {
    tag,
    description: 'What it has signed and is installed stays. A slash in the id is written as a tilde.',
    answers: { 204: emptyAnswer('It is not trusted any more.') },
    errors: { 404: ['no_key'] },
  },
  blocks: {
    tag,
    answers: { 200: jsonAnswer('All.', objectSchema('PluginBlocks', { items: listOf(block) })) },
  },
  addBlock: {
    tag,
    description: 'Counts at once in all processes: calls under way end.',
    answers: { 201: jsonAnswer('It is blocked.', block) },
  },
  removeBlock: {
    tag,
    answers: { 204: emptyAnswer('It may run again.') },
    errors: { 404: ['no_block'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;

/** Fields that several routes take. */
export const takes = {
  name: { ...nameOf(214), description: '`@acme/weather`' },
  version: { type: 'string', minLength: 1, maxLength: 100, description: 'One, or a range; absent: the newest.' },
  source: { type: 'string', minLength: 1, maxLength: 100, description: 'Absent: the first that has it.' },
  kind,
} as const;
