import { listOf, objectSchema, orNull, schemas } from '#http';
import type { JsonSchema } from '#kernel';
import { PACKAGE_KINDS } from '#plugins/plugin-packages/contract.ts';

const { text, boolean, integer, seconds, uuid } = schemas;

const permissionOf = (kind: string, properties: Readonly<Record<string, JsonSchema>> = {}) =>
  objectSchema(`Plugin${kind[0]?.toUpperCase()}${kind.slice(1)}Permission`, {
    kind: { type: 'string', const: kind },
    ...properties,
  });

/** One thing that a plugin may do. */
export const permission: JsonSchema = {
  title: 'PluginPermission',
  oneOf: [
    permissionOf('network', {
      origin: {
        ...text,
        description:
          '`https://api.example.com`, `https://*.example.com`, or `{base_url}`: the origin that a setting names.',
      },
    }),
    permissionOf('credential', { name: text, origin: text }),
    permissionOf('storage', { bytes: integer }),
    permissionOf('model', { type: text }),
    permissionOf('memory', { megabytes: integer }),
    permissionOf('time', { milliseconds: integer }),
    permissionOf('event', { name: text }),
    permissionOf('endpoint'),
    permissionOf('node'),
  ],
};
const permissions = { ...listOf(permission), description: 'What it may do, in the order in which it is shown.' };

export const kind = { type: 'string', enum: [...PACKAGE_KINDS] };
const trust = {
  type: 'string',
  enum: ['trusted', 'registry', 'unsigned'],
  description:
    '`trusted`: signed by a key that the operator trusts, or from a folder of the server. `registry`: signed by a registry whose keys are known.',
};
const runtime = { type: 'string', enum: ['sandbox', 'node'] };

/** A field of the form of a plugin's settings, as those of credentials. */
const field = objectSchema('PluginSettingField', {
  name: text,
  label: text,
  type: { enum: ['text', 'secret', 'select', 'url', 'json'] },
  required: boolean,
  secret: boolean,
  options: listOf(text),
  placeholder: text,
  help: text,
});
const fields = listOf(field);

export const installation = objectSchema('PluginInstallation', {
  id: uuid,
  name: text,
  plugin_id: { ...text, description: '`author/name`, as documents name it.' },
  title: text,
  about: text,
  icon: { ...orNull(text), description: 'Name of an icon of the studio.' },
  kind,
  version: text,
  integrity: { ...text, description: '`sha512-…` of its tarball.' },
  trust,
  signer: { ...orNull(text), description: 'Id of the key that signed it.' },
  source: { ...text, description: 'Name of the source it came from; `upload`: somebody sent its file.' },
  runtime,
  is_enabled: boolean,
  is_configured: { ...boolean, description: 'Whether all settings that it requires are set.' },
  is_blocked: { ...boolean, description: 'The operator of the server has blocked this version: it does not run.' },
  permissions,
  settings: { type: 'object', additionalProperties: text, description: 'Secrets are masked.' },
  fields,
  endpoint_url: { ...orNull(text), description: 'An address that it answers, for everybody who knows it.' },
  installed_at: seconds,
  activated_at: { ...seconds, description: 'When this version began to count.' },
  installed_by: { ...orNull(text), description: 'Name of who installed this version.' },
  earlier_version: { ...orNull(text), description: 'What a roll-back goes back to.' },
  problem: { ...orNull(text), description: 'Why it does not run, with the remedy.' },
});

const planned = {
  name: text,
  version: text,
  title: text,
  about: text,
  kind,
  license: text,
  publisher: text,
  trust,
  signer: orNull(text),
  source: text,
  integrity: text,
  size: { ...integer, description: 'Bytes of its tarball.' },
  runtime,
  has_scripts: {
    ...boolean,
    description: 'It names scripts that npm would run at an installation; here they never run.',
  },
  permissions,
  changes: objectSchema('PluginPermissionChanges', { added: listOf(permission), removed: listOf(permission) }),
  current_version: { ...orNull(text), description: 'What is installed now.' },
  refusals: { ...listOf(text), description: 'Why it can’t be installed; none: it can.' },
  consent: { ...text, description: 'To be sent back by whoever consents to exactly this.' },
};
export const plan = objectSchema('PluginPlan', {
  ...planned,
  members: {
    ...listOf(objectSchema('PluginPlanMember', planned)),
    description: 'Of a bundle: what is installed with it.',
  },
});

const summary = {
  name: text,
  version: text,
  kind: { ...orNull(kind), description: 'null: the source does not tell before the plugin is looked at.' },
  title: text,
  about: text,
  icon: orNull(text),
  categories: listOf(text),
  publisher: text,
  source: text,
};
export const catalogue = objectSchema('PluginCatalogue', {
  items: listOf(
    objectSchema('PluginCatalogueItem', {
      ...summary,
      installed_version: { ...orNull(text), description: 'null: it is not installed in the workspace.' },
    }),
  ),
  has_more: boolean,
  silent: {
    ...listOf(objectSchema('SilentPluginSource', { source: text, reason: text })),
    description: 'Sources that did not answer.',
  },
  sources: listOf(objectSchema('PluginSource', { name: text, kind: { enum: ['registry', 'folder', 'index'] } })),
});
export const cataloguePackage = objectSchema('PluginCataloguePackage', {
  ...summary,
  license: text,
  readme: { ...text, description: 'Markdown of its publisher.' },
  versions: {
    ...listOf(
      objectSchema('PluginVersion', {
        version: text,
        integrity: orNull(text),
        published_at: orNull(seconds),
        size: { ...orNull(integer), description: 'Bytes, unpacked.' },
        is_blocked: boolean,
      }),
    ),
    description: 'Newest first.',
  },
  permissions,
  settings: { oneOf: [fields, { type: 'null' }], description: 'The form of its settings.' },
  tools: listOf(objectSchema('PluginTool', { name: text, title: text, about: text })),
  providers: listOf(objectSchema('PluginProvider', { id: text, title: text, types: listOf(text) })),
  events: { ...listOf(text), description: 'Of runs, which it hears of.' },
  has_endpoint: boolean,
  packages: {
    ...listOf(
      objectSchema('PluginBundleMember', { name: text, range: { ...text, description: 'Of versions: `^1.2.0`.' } }),
    ),
    description: 'Of a bundle.',
  },
  installed: orNull(installation),
});
