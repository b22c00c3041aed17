import { type Command, identifier, positional, print, table } from '../command.ts';
import { appPath } from './apps.ts';

interface KeyItem {
  readonly id: string;
  readonly name: string;
  readonly masked: string;
}

export const keyCommands: readonly Command[] = [
  {
    name: 'apps keys create',
    positionals: ['ID'],
    options: { name: { type: 'string' } },
    usage: 'weft apps keys create ID [--name NAME]',
    summary: 'make an app key; it is shown once',
    async run(context) {
      const body = { name: context.options.name ?? 'weft' };
      const answer = (await context.client.call({
        method: 'POST',
        path: `${appPath(context)}/keys`,
        body,
      })) as KeyItem & {
        api_key: string;
      };
      print(context, answer, () => [`App key (shown once): ${answer.api_key}`]);
    },
  },
  {
    name: 'apps keys list',
    positionals: ['ID'],
    options: {},
    usage: 'weft apps keys list ID',
    summary: 'list the keys of an app, masked',
    async run(context) {
      const path = `${appPath(context)}/keys`;
      const answer = (await context.client.call({ method: 'GET', path })) as { data: KeyItem[] };
      print(context, answer, () =>
        answer.data.length === 0
          ? ['No keys: weft apps keys create ID']
          : table([['ID', 'KEY', 'NAME'], ...answer.data.map((key) => [key.id, key.masked, key.name])]),
      );
    },
  },
  {
    name: 'apps keys revoke',
    positionals: ['ID', 'KEY'],
    options: {},
    usage: 'weft apps keys revoke ID KEY',
    summary: 'revoke a key (KEY is its id, as listed)',
    async run(context) {
      const app = appPath(context);
      const key = identifier(positional(context, 1), 'key');
      await context.client.call({ method: 'DELETE', path: `${app}/keys/${key}` });
      print(context, { revoked: key }, () => ['Revoked.']);
    },
  },
];
