import { type Command, routeCommand, timeOf } from '#plugins/commands/contract.ts';

const keys = '/console/api/installation/plugin-keys';
const blocks = '/console/api/installation/plugin-blocks';

/** For whoever runs the server. */
export const commands: readonly Command[] = [
  routeCommand('plugins trusted', 'GET', keys, {
    table: {
      ID: 'id',
      KIND: 'kind',
      SCOPES: scopesOf,
      ENDS: ({ expires_at: end }) => (end === null ? 'never' : timeOf(end)),
      WHOSE: 'label',
    },
    none: 'No keys: weft plugins trust KEY --scope @acme',
  }),
  routeCommand('plugins trust', 'POST', keys, {
    summary:
      'trust what a publisher of plugins signs in its scopes (@acme: all of @acme/…), or a registry, in all workspaces',
    takes: { public_key: 'KEY' },
    options: { scopes: 'scope', expires_at: 'until' },
    without: { kind: 'is said by --registry' },
    more: { registry: { type: 'boolean', help: 'The key is of a registry.' } },
    fill: ({ options: { registry } }) => (registry === true ? { kind: 'registry' } : {}),
    say: (key) => `The key ${key.id} is trusted for ${scopesOf(key)}.`,
  }),
  routeCommand('plugins distrust', 'DELETE', '/console/api/installation/plugin-keys/{key_id}', {
    takes: { key_id: 'KEY-ID' },
    read: { key_id: (typed) => typed.replaceAll('/', '~') },
    confirm: ({ key_id: id }) => `Trust the key ${id} no longer? What it has signed and is installed stays.`,
    json: { removed: 'key_id' },
    say: 'It is not trusted any more.',
  }),
  routeCommand('plugins blocked', 'GET', blocks, {
    table: {
      ID: ({ id }) => id ?? '(configuration)',
      NAME: 'name',
      VERSION: ({ version }) => version ?? 'all',
      WHY: 'reason',
    },
    none: 'Nothing is blocked.',
  }),
  routeCommand('plugins block', 'POST', blocks, {
    summary: 'stop a plugin, or a version of it, in all workspaces at once, calls under way too',
    takes: { name: 'NAME[@VERSION]' },
    without: { version: 'is said with the name' },
    fill: ({ positionals: [given = ''] }) => {
      const at = given.indexOf('@', 1);
      return at < 0 ? {} : { name: given.slice(0, at), version: given.slice(at + 1) };
    },
    confirm: ({ name, version }) => `Stop ${name}${version === undefined ? '' : ` ${version}`} in all workspaces?`,
    say: ({ id, name, version }) => `${name} ${version ?? 'in all versions'} is blocked: ${id}`,
  }),
  routeCommand('plugins unblock', 'DELETE', '/console/api/installation/plugin-blocks/{block_id}', {
    takes: { block_id: 'ID' },
    json: { removed: 'block_id' },
    say: 'It may run again.',
  }),
];

function scopesOf({
  kind,
  scopes,
}: {
  readonly kind: 'publisher' | 'registry';
  readonly scopes: readonly string[];
}): string {
  if (kind === 'registry') return 'what it hands out';
  return scopes.length === 0 ? 'nothing yet' : scopes.join(', ');
}
