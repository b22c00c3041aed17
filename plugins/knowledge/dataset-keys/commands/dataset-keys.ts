import { type Command, routeCommand, timeOf } from '#plugins/commands/contract.ts';

const path = '/console/api/dataset-keys';

/** Keys by which programs use the knowledge bases of the workspace. */
export const commands: readonly Command[] = [
  routeCommand('knowledge keys list', 'GET', path, {
    table: {
      ID: 'id',
      KEY: 'masked',
      USED: ({ last_used_at: at }) => (at === null ? 'never used' : timeOf(at)),
      NAME: 'name',
    },
  }),
  routeCommand('knowledge keys create', 'POST', path, {
    takes: { name: 'NAME' },
    say: ({ api_key: key }) => [key, 'Keep it: it is shown only now.'],
  }),
  routeCommand('knowledge keys revoke', 'DELETE', '/console/api/dataset-keys/{key_id}', {
    confirm: ({ key_id: id }) => `Revoke the key ${id}?`,
    json: { revoked: 'key_id' },
    say: 'Revoked.',
  }),
];
