import { type Command, eitherCommand, routeCommand, timeOf } from '#plugins/commands/contract.ts';

const revoked = { json: { revoked: 'key_id' }, say: 'Revoked.' } as const;

export const commands: readonly Command[] = [
  routeCommand('apps keys create', 'POST', '/console/api/apps/{app_id}/keys', {
    takes: { app_id: 'ID' },
    defaults: { name: 'weft' },
    say: ({ api_key: key }) => `App key (shown once): ${key}`,
  }),
  routeCommand('apps keys list', 'GET', '/console/api/apps/{app_id}/keys', {
    takes: { app_id: 'ID' },
    table: {
      ID: 'id',
      KEY: 'masked',
      'LAST USED': ({ last_used_at: at }) => (at === null ? 'never' : timeOf(at)),
      NAME: 'name',
    },
    none: 'No keys: weft apps keys create ID',
  }),
  eitherCommand(
    'apps keys revoke',
    [
      routeCommand('apps keys revoke', 'DELETE', '/console/api/app-keys/{key_id}', revoked),
      routeCommand('apps keys revoke', 'DELETE', '/console/api/apps/{app_id}/keys/{key_id}', revoked),
    ],
    {
      summary: 'revoke a key (KEY is its id, as listed); with APP only if it is that app’s',
      usage: '[APP] KEY',
      positionals: ['[APP]', 'KEY'],
      which: ({ positionals }) => positionals.length - 1,
    },
  ),
];
