import { listOf, objectSchema, orNull, schemas } from '#http';
import type { JsonSchema } from '#kernel';
import { PACKAGE_KINDS } from '#plugins/plugin-packages/contract.ts';

const { text, boolean, integer, seconds, uuid } = schemas;

const permissionOf = <const Properties extends Readonly<Record<string, JsonSchema>>>(
  kind: string,
  properties: Properties,
) =>
  objectSchema(`Plugin${kind[0]?.toUpperCase()}${kind.slice(1)}Permission`, {
    kind: { type: 'string', const: kind },
    ...properties,
  });

/** One thing that a plugin may do. */
export const permission = {
  title: 'PluginPermission',
  oneOf: [
    permissionOf('network', {
      origin: {
        ...text,
        description: '`https://api.example.com`, `https://*.example.com`, or `{base_url}`: the origin in that setting.',
      },
    }),
    permissionOf('credential', { name: text, origin: text }),
    permissionOf('storage', { bytes: integer }),
    permissionOf('model', { type: text }),
    permissionOf('memory', { megabytes: integer }),
    permissionOf('time', { milliseconds: integer }),
    permissionOf('event', { name: text }),
    permissionOf('endpoint', {}),
    permissionOf('node', {}),
  ],
};
const permissions = { ...listOf(permission), description: 'Permissions of the plugin, in display order.' };

export const kind = { type: 'string', enum: [...PACKAGE_KINDS] };
const trust = {
  type: 'string',
  enum: ['trusted', 'registry', 'unsigned'],
  description:
    '`trusted`: signed by a key that the operator trusts for its scope, or from a folder of the server. `registry`: signed by a registry with known keys.',
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
  plugin_id: { ...text, description: '`author/name`, as used in documents.' },
  title: text,
  about: text,
  icon: { ...orNull(text), description: 'Name of a studio icon.' },
  kind,
  version: text,
  integrity: { ...text, description: '`sha512-…` of its tarball.' },
  trust,
  signer: { ...orNull(text), description: 'Id of the key that signed it.' },
  source: { ...text, description: 'Name of the source. `upload`: an uploaded file.' },
  runtime,
  is_enabled: boolean,
  is_configured: { ...boolean, description: 'Whether all required settings are set.' },
  is_blocked: {
    ...boolean,
    description: 'Whether the operator of the server has blocked this version: it does not run.',
  },
  permissions,
  settings: { type: 'object', additionalProperties: text, description: 'The settings, with masked secrets.' },
  fields,
  endpoint_url: { ...orNull(text), description: 'Endpoint address of the plugin. Anyone who knows it can call it.' },
  installed_at: seconds,
  activated_at: { ...seconds, description: 'When this version was activated.' },
  installed_by: { ...orNull(text), description: 'Name of the user who installed this version.' },
  earlier_version: { ...orNull(text), description: 'The version that a rollback returns to.' },
  problem: { ...orNull(text), description: 'Why it is not running, with a remedy.' },
});

const change = <const Schema extends JsonSchema>(name: string, of: Schema) =>
  orNull(objectSchema(name, { before: of, after: of }));

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
  size: { ...integer, description: 'Size of the tarball in bytes.' },
  runtime,
  has_scripts: {
    ...boolean,
    description: 'Whether it declares npm install scripts. They are never run.',
  },
  permissions,
  changes: objectSchema('PluginChanges', {
    added: listOf(permission),
    removed: listOf(permission),
    signer: {
      ...change('PluginSignerChange', orNull(text)),
      description:
        'Change of the signer compared with the plugin of this name that is, or was, installed in this workspace. null: unchanged.',
    },
    source: change('PluginSourceChange', text),
    trust: change('PluginTrustChange', trust),
  }),
  current_version: { ...orNull(text), description: 'The installed version.' },
  refusals: { ...listOf(text), description: 'Why it cannot be installed with `consent` alone. Empty: it can.' },
  consent: { ...text, description: 'Send back to consent to exactly this plan.' },
  change_consent: {
    ...orNull(text),
    description:
      'Send back, in addition to `consent`, to accept a different signer, source or trust level. Must be sent by an owner of the workspace. null: not needed, or something else prevents the installation.',
  },
};
export const plan = objectSchema('PluginPlan', {
  ...planned,
  members: {
    ...listOf(objectSchema('PluginPlanMember', planned)),
    description: 'For a bundle: the plugins that are installed with it.',
  },
});

const summary = {
  name: text,
  version: text,
  kind: { ...orNull(kind), description: 'null: the source does not provide it in lists.' },
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
      installed_version: { ...orNull(text), description: 'null: not installed in the workspace.' },
    }),
  ),
  has_more: boolean,
  silent: {
    ...listOf(objectSchema('SilentPluginSource', { source: text, reason: text })),
    description: 'Sources that did not respond.',
  },
  sources: listOf(objectSchema('PluginSource', { name: text, kind: { enum: ['registry', 'folder', 'index'] } })),
});
export const cataloguePackage = objectSchema('PluginCataloguePackage', {
  ...summary,
  license: text,
  readme: { ...text, description: 'Readme of the publisher, in Markdown.' },
  versions: {
    ...listOf(
      objectSchema('PluginVersion', {
        version: text,
        integrity: orNull(text),
        published_at: orNull(seconds),
        size: { ...orNull(integer), description: 'Unpacked size in bytes.' },
        is_blocked: boolean,
      }),
    ),
    description: 'A list, newest first.',
  },
  permissions,
  settings: { oneOf: [fields, { type: 'null' }], description: 'The settings form.' },
  tools: listOf(objectSchema('PluginTool', { name: text, title: text, about: text })),
  providers: listOf(objectSchema('PluginProvider', { id: text, title: text, types: listOf(text) })),
  events: { ...listOf(text), description: 'Events of runs that the plugin receives.' },
  has_endpoint: boolean,
  packages: {
    ...listOf(
      objectSchema('PluginBundleMember', {
        name: text,
        range: { ...text, description: 'Version range such as `^1.2.0`.' },
      }),
    ),
    description: 'For a bundle: its packages.',
  },
  installed: orNull(installation),
});
