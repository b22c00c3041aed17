import { empty, json, type Route, route, unixSeconds } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { ListedBlock, PluginTrust, TrustedKeyRow } from '#plugins/plugin-installs/contract.ts';
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
      summary: 'List the trusted signing keys of plugins',
      docs: pluginDocs.keys,
      handle: async () => json({ items: (await trust.keys()).map(keyItem) }),
    }),
    route({
      ...operator,
      id: 'plugin-management.add-key',
      method: 'POST',
      path: keys,
      summary: 'Trust the signing key of a plugin publisher or registry',
      ids: { 'body.key_id': { nothing: 'the name of a key' } },
      audit: { body: ['kind', 'label', 'expires_at'], answer: ['id', 'scopes'] },
      docs: pluginDocs.addKey,
      body: {
        type: 'object',
        required: ['public_key'],
        additionalProperties: false,
        properties: {
          public_key: {
            type: 'string',
            maxLength: 1000,
            description: 'Public key: base64 of its DER encoding (SPKI).',
          },
          scopes: {
            type: 'array',
            maxItems: 100,
            items: {
              type: 'string',
              maxLength: 214,
              pattern: '^@[a-z0-9][a-z0-9._-]*$',
              examples: ['@acme'],
            },
            description:
              'For a publisher: scopes its signatures are trusted for, such as `@acme`. If omitted, a known key keeps its scopes.',
          },
          label: { type: 'string', maxLength: 200, default: '', description: 'Name of the owner of the key.' },
          kind: { enum: ['publisher', 'registry'], default: 'publisher' },
          key_id: { type: 'string', minLength: 1, maxLength: 200, description: 'For a registry key: `SHA256:…`.' },
          expires_at: {
            type: 'integer',
            format: 'unixtime',
            minimum: 0,
            description: 'When the key expires, as a Unix timestamp in seconds. Omit for no expiry.',
          },
        },
      },
      async handle({ body }) {
        const { public_key: publicKey, scopes, label, kind, key_id: id, expires_at: expires } = body;
        const expiresAt = expires === undefined ? null : expires * 1000;
        const key = await trust.addKey({
          ...{ publicKey, label, kind, expiresAt },
          ...(scopes !== undefined && { scopes }),
          ...(id !== undefined && { id }),
        });
        return json(keyItem(key), { status: 201 });
      },
    }),
    route({
      ...operator,
      id: 'plugin-management.remove-key',
      method: 'DELETE',
      path: `${keys}/:key_id`,
      summary: 'Stop trusting a signing key of plugins',
      ids: { 'params.key_id': { nothing: 'the name of a key' } },
      audit: 'path',
      docs: pluginDocs.removeKey,
      async handle({ params }) {
        // A path holds no slash, and ids of registries' keys are base64, which has no tilde.
        await trust.removeKey(params.key_id.replaceAll('~', '/'));
        return empty();
      },
    }),
    ...blockRoutes(trust),
  ];
}

/** What no workspace may install. */
function blockRoutes(trust: PluginTrust): Route[] {
  return [
    route({
      ...operator,
      id: 'plugin-management.blocks',
      method: 'GET',
      path: blocks,
      summary: 'List the blocked plugins of this server',
      docs: pluginDocs.blocks,
      handle: async () => json({ items: (await trust.blocks()).map(blockItem) }),
    }),
    route({
      ...operator,
      id: 'plugin-management.add-block',
      method: 'POST',
      path: blocks,
      summary: 'Block a plugin, or one version of it, in all workspaces',
      audit: { body: ['name', 'version', 'reason'], answer: ['id'] },
      docs: pluginDocs.addBlock,
      body: {
        type: 'object',
        required: ['name', 'reason'],
        additionalProperties: false,
        properties: {
          name: takes.name,
          version: {
            type: 'string',
            minLength: 1,
            maxLength: 100,
            description: 'Version to block. Omit to block all versions.',
          },
          reason: {
            type: 'string',
            minLength: 1,
            maxLength: 500,
            description: 'Reason in one sentence, shown to all users of the plugin.',
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
      summary: 'Unblock a plugin',
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

function keyItem({ id, kind, publicKey, scopes, label, expiresAt, createdAt }: TrustedKeyRow) {
  return {
    ...{ id, kind, public_key: publicKey, scopes, label, created_at: unixSeconds(createdAt.getTime()) },
    expires_at: unixSeconds(expiresAt),
  };
}

function blockItem({ id, name, version, reason, createdAt }: ListedBlock) {
  return { id, name, version, reason, created_at: createdAt === null ? null : unixSeconds(createdAt.getTime()) };
}
