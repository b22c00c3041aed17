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
    file: { type: 'string', format: 'binary', description: 'A .tgz file of at most 10 MiB.' },
    signature: { ...text, description: 'The JSON signature written by `weft plugin sign`.' },
    ...(consent && {
      consent: { ...text, description: 'The `consent` of the plan.' },
      change_consent: { ...text, description: 'The `change_consent` of the plan, sent by an owner of the workspace.' },
    }),
  },
});
const uploadErrors = ['no_file', 'invalid_signature', 'invalid_package'];
const refusedInstall = { 403: ['refused', 'owner_needed', 'blocked'], 409: ['consent_changed'] };

const key = objectSchema('PluginKey', {
  id: { ...text, description: 'For a publisher: the first 16 digits of the SHA-256 of the key.' },
  kind: { type: 'string', enum: ['publisher', 'registry'] },
  public_key: { ...text, description: 'Base64 of its DER encoding.' },
  scopes: {
    ...listOf(text),
    description: 'For a publisher: scopes its signatures are trusted for. `@acme`: all plugins named `@acme/…`.',
  },
  label: text,
  expires_at: orNull(seconds),
  created_at: seconds,
});
const block = objectSchema('PluginBlock', {
  id: { ...orNull(uuid), description: 'null: blocked by the configuration (`plugin-installs.blocked`).' },
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
      signer: { ...orNull(text), description: 'Id of the key that signed it.' },
      granted: { ...schemas.object, description: 'The permissions of the plugin, as requested by its manifest.' },
    }),
  ),
});

/** What is told of the routes of plugins. */
export const pluginDocs = {
  search: {
    tag,
    answers: { 200: jsonAnswer('The results of the sources, and the sources that did not respond.', catalogue) },
    errors: { 400: ['unknown_source'] },
  },
  show: {
    tag,
    description: 'No code of the plugin is run. All texts are those of its publisher.',
    answers: { 200: jsonAnswer('The plugin.', cataloguePackage) },
    errors: fetching,
  },
  list: {
    tag,
    answers: {
      200: jsonAnswer(
        'All plugins, sorted by name.',
        objectSchema('PluginInstallations', { items: listOf(installation) }),
      ),
    },
  },
  get: { tag, answers: { 200: jsonAnswer('The plugin.', installation) }, errors: { 404: ['not_found'] } },
  apps: {
    tag,
    answers: {
      200: jsonAnswer(
        'The apps whose draft or current version uses the plugin.',
        objectSchema('PluginApps', { items: listOf(objectSchema('PluginApp', { id: uuid, name: text })) }),
      ),
    },
    errors: { 404: ['not_found'] },
  },
  plan: {
    tag,
    description:
      'Downloads and reads the package; no code of it is run and nothing is installed. Send the returned `consent` to install it.',
    answers: { 200: jsonAnswer('The plan.', plan) },
    errors: fetching,
  },
  planUpload: {
    tag,
    description: 'Like the plan of a package from a source.',
    body: upload(false),
    answers: { 200: jsonAnswer('The plan.', plan) },
    errors: { 400: uploadErrors },
  },
  install: {
    tag,
    description:
      'Installs the given version, or the newest one, or updates an installed plugin. Apps use it immediately in all processes; runs in progress keep the version they started with.',
    answers: { 201: jsonAnswer('The plugin is installed.', installation) },
    errors: { ...fetching, ...refusedInstall },
  },
  upload: {
    tag,
    body: upload(true),
    answers: { 201: jsonAnswer('The plugin is installed.', installation) },
    errors: { ...refusedInstall, 400: uploadErrors },
  },
  configure: {
    tag,
    description:
      'Settings that are not listed are kept; an empty string removes a setting; masked secrets that are sent back unchanged are kept.',
    answers: { 200: jsonAnswer('The plugin.', installation) },
    errors: { 400: ['invalid_settings', 'secret_needed'], 404: ['not_found'] },
  },
  rollBack: {
    tag,
    answers: { 200: jsonAnswer('The plugin, in its previous version.', installation) },
    errors: { 404: ['not_found'], 409: ['no_earlier_version'] },
  },
  remove: {
    tag,
    description: 'Its settings and stored data are deleted. Apps that use it will fail: `GET …/apps` lists them.',
    answers: { 204: emptyAnswer('The plugin was uninstalled.') },
    errors: { 404: ['not_found'] },
  },
  lock: {
    tag,
    description: 'Contains no settings and no secrets: they are set per workspace.',
    answers: { 200: jsonAnswer('The installed plugins, as a lock that can be applied to another workspace.', lock) },
  },
  applyLock: {
    tag,
    description:
      'Plugins are installed independently of each other, and only with exactly the bytes, signer and source of the lock. Other installed plugins are kept, and the publisher of an installed plugin is never changed.',
    answers: {
      200: jsonAnswer(
        'The result.',
        objectSchema('AppliedPluginLock', {
          installed: listOf(installation),
          unchanged: {
            ...listOf(text),
            description: 'Names of the plugins that were already installed exactly as in the lock.',
          },
          failed: listOf(objectSchema('FailedPlugin', { name: text, version: text, code: text, message: text })),
        }),
      ),
    },
  },
  keys: {
    tag,
    answers: { 200: jsonAnswer('The complete list.', objectSchema('PluginKeys', { items: listOf(key) })) },
  },
  addKey: {
    tag,
    answers: { 201: jsonAnswer('The key is trusted.', key) },
    errors: { 400: ['invalid_key', 'key_id_needed', 'scopes_needed', 'scope_reserved'] },
  },
  removeKey: {
    tag,
    description: 'Installed plugins that it signed are kept. Write a slash in the id as a tilde.',
    answers: { 204: emptyAnswer('The key is no longer trusted.') },
    errors: { 404: ['no_key'] },
  },
  blocks: {
    tag,
    answers: { 200: jsonAnswer('The complete list.', objectSchema('PluginBlocks', { items: listOf(block) })) },
  },
  addBlock: {
    tag,
    description: 'Takes effect immediately in all processes: calls in progress are aborted.',
    answers: { 201: jsonAnswer('The plugin is blocked.', block) },
  },
  removeBlock: {
    tag,
    answers: { 204: emptyAnswer('The plugin can run again.') },
    errors: { 404: ['no_block'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;

/** Fields that several routes take. */
export const takes = {
  name: { ...nameOf(214), description: '`@acme/weather`' },
  version: {
    type: 'string',
    minLength: 1,
    maxLength: 100,
    description: 'A version or version range. Defaults to the newest version.',
  },
  source: {
    type: 'string',
    minLength: 1,
    maxLength: 100,
    description: 'Name of the source. Defaults to the first source that has the plugin.',
  },
  kind,
} as const;
