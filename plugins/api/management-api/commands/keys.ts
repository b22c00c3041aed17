import {
  appOf,
  type Command,
  identifier,
  positional,
  print,
  received,
  table,
  timeOf,
} from '#plugins/commands/contract.ts';

export const commands: readonly Command[] = [
  {
    name: 'apps keys create',
    positionals: ['ID'],
    options: { name: { type: 'string' } },
    usage: 'weft apps keys create ID [--name NAME]',
    summary: 'make an app key; it is shown once',
    async run(context) {
      const request = { params: { path: appOf(context) }, body: { name: String(context.options.name ?? 'weft') } };
      const answer = await received(context.client.api.POST('/console/api/apps/{app_id}/keys', request));
      print(context, answer, () => [`App key (shown once): ${answer.api_key}`]);
    },
  },
  {
    name: 'apps keys list',
    positionals: ['ID'],
    options: {},
    usage: 'weft apps keys list ID',
    summary: 'list the keys of an app, masked, and when each was last used',
    async run(context) {
      const params = { path: appOf(context) };
      const answer = await received(context.client.api.GET('/console/api/apps/{app_id}/keys', { params }));
      print(context, answer, () =>
        answer.data.length === 0
          ? ['No keys: weft apps keys create ID']
          : table([
              ['ID', 'KEY', 'LAST USED', 'NAME'],
              ...answer.data.map((key) => [
                key.id,
                key.masked,
                key.last_used_at === null ? 'never' : timeOf(key.last_used_at),
                key.name,
              ]),
            ]),
      );
    },
  },
  {
    name: 'apps keys revoke',
    positionals: ['[APP]', 'KEY'],
    options: {},
    usage: 'weft apps keys revoke [APP] KEY',
    summary: 'revoke a key (KEY is its id, as listed); with APP only if it is that app’s',
    async run(context) {
      const { api } = context.client;
      const isOfAny = context.positionals.length === 1;
      const key = identifier(positional(context, isOfAny ? 0 : 1), 'key');
      await (isOfAny
        ? api.DELETE('/console/api/app-keys/{key_id}', { params: { path: { key_id: key } } })
        : api.DELETE('/console/api/apps/{app_id}/keys/{key_id}', {
            params: { path: { ...appOf(context), key_id: key } },
          }));
      print(context, { revoked: key }, () => ['Revoked.']);
    },
  },
];
