import { empty, json, type Route, route } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { ListedBlock, PluginTrust, TrustedKeyRow } from '#plugins/plugin-installs/contract.ts';
import { seconds } from './package-items.ts';
import { pluginDocs, takes } from './route-docs.ts';

const operator = { access: ManagementAccess, permission: 'installation.manage' } as const;
const keys = '/console/api/installation/plugin-keys';
const blocks = '/console/api/installation/plugin-blocks';

/** What whoever runs the server trusts and blocks, for all workspaces. */
export function operatorRoutes(trust: PluginTrust): Route[] {
  return [
    route({
      ...operator,
      id: 'plugin-management.keys',
      method: 'GET',
      path: keys,
      summary: 'List the keys whose signatures of plugins are trusted',
      docs: pluginDocs.keys,
      handle: async () => json({ items: (await trust.keys()).map(keyItem) }),
    }),
    route({
      ...operator,
      id: 'plugin-management.add-key',
      method: 'POST',
      path: keys,
      summary: 'Trust the key of a publisher of plugins, or of a registry',
      ids: { 'body.key_id': { nothing: 'the name of a key' } },
      audit: { body: ['kind', 'label', 'expires_at'], answer: ['id'] },
      docs: pluginDocs.addKey,
      body: {
        type: 'object',
        required: ['public_key'],
        additionalProperties: false,
        properties: {
          public_key: { type: 'string', maxLength: 1000, description: 'Base64 of its DER form (SPKI).' },
          label: { type: 'string', maxLength: 200, default: '', description: 'Whose it is.' },
          kind: { enum: ['publisher', 'registry'], default: 'publisher' },
          key_id: { type: 'string', minLength: 1, maxLength: 200, description: 'Of a registry’s key: `SHA256:…`.' },
          expires_at: { type: 'integer', minimum: 0, description: 'Seconds since 1970 (UTC); absent: never.' },
        },
      },
      async handle({ body }) {
        const { public_key: publicKey, label, kind, key_id: id, expires_at: expires } = body;
        const expiresAt = expires === undefined ? null : expires * 1000;
        const key = await trust.addKey({ ...{ publicKey, label, kind, expiresAt }, ...(id !== undefined && { id }) });
        return json(keyItem(key), { status: 201 });
      },
    }),
    route({
      ...operator,
      id: 'plugin-management.remove-key',
      method: 'DELETE',
      path: `${keys}/:key_id`,
      summary: 'Trust a key of plugins no longer',
      ids: { 'params.key_id': { nothing: 'the name of a key' } },
      audit: 'path',
      docs: pluginDocs.removeKey,
      async handle({ params }) {
        // A path holds no slash, and ids of registries' keys are base64, which has no tilde.
        await trust.removeKey(params.key_id.replaceAll('~', '/'));
        return empty();
      },
    }),
    route({
      ...operator,
      id: 'plugin-management.blocks',
      method: 'GET',
      path: blocks,
      summary: 'List the plugins that may not run on this server',
      docs: pluginDocs.blocks,
      handle: async () => json({ items: (await trust.blocks()).map(blockItem) }),
    }),
    route({
      ...operator,
      id: 'plugin-management.add-block',
      method: 'POST',
      path: blocks,
      summary: 'Block a plugin, or a version of it, in all workspaces at once',
      audit: { body: ['name', 'version', 'reason'], answer: ['id'] },
      docs: pluginDocs.addBlock,
      body: {
        type: 'object',
        required: ['name', 'reason'],
        additionalProperties: false,
        properties: {
          name: takes.name,
          version: { type: 'string', minLength: 1, maxLength: 100, description: 'Absent: all versions.' },
          reason: {
            type: 'string',
            minLength: 1,
            maxLength: 500,
            description: 'One sentence, which everybody is told who uses it.',
          },
        },
      },
      async handle({ body: { name, version = null, reason } }) {
        return json(blockItem(await trust.block({ name, version, reason })), { status: 201 });
      },
    }),
    route({
      ...operator,
      id: 'plugin-management.remove-block',
      method: 'DELETE',
      path: `${blocks}/:block_id`,
      summary: 'Let a plugin that was blocked run again',
      ids: { 'params.block_id': { nothing: 'of the server, for operators' } },
      audit: 'path',
      docs: pluginDocs.removeBlock,
      params: { type: 'object', properties: { block_id: { type: 'string', format: 'uuid' } } },
      async handle({ params }) {
        await trust.unblock(params.block_id);
        return empty();
      },
    }),
  ];
}

function keyItem({ id, kind, publicKey, label, expiresAt, createdAt }: TrustedKeyRow) {
  return {
    ...{ id, kind, public_key: publicKey, label, created_at: seconds(createdAt.getTime()) },
    expires_at: expiresAt === null ? null : seconds(expiresAt),
  };
}

function blockItem({ id, name, version, reason, createdAt }: ListedBlock) {
  return { id, name, version, reason, created_at: createdAt === null ? null : seconds(createdAt.getTime()) };
}
