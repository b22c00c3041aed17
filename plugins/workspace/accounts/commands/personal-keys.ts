import {
  type Command,
  identifier,
  type Paths,
  positional,
  print,
  received,
  table,
  timeOf,
  UsageError,
} from '#plugins/commands/contract.ts';

type KeyBody = Paths['/console/api/account/keys']['post']['requestBody']['content']['application/json'];

const DAY = 86_400;

/** Keys with which programs act for whoever signed in (`weft login`): a key itself may not make or see any. */
export const commands: readonly Command[] = [
  {
    name: 'keys list',
    positionals: [],
    options: {},
    usage: 'weft keys list',
    summary: 'list your personal keys, masked; takes weft login',
    async run(context) {
      const answer = await received(context.client.api.GET('/console/api/account/keys'));
      const rows = answer.data.map((key) => [
        key.id,
        key.name,
        key.permissions?.join(' ') ?? 'all',
        key.expires_at === null ? 'never' : timeOf(key.expires_at),
      ]);
      print(context, answer, () =>
        rows.length === 0 ? ['No personal keys.'] : table([['ID', 'NAME', 'PERMISSIONS', 'EXPIRES'], ...rows]),
      );
    },
  },
  {
    name: 'keys create',
    positionals: ['NAME'],
    options: { permission: { type: 'string', multiple: true }, days: { type: 'string' } },
    usage: 'weft keys create NAME [--permission apps.use]... [--days N]',
    summary: 'make a personal key and show it once; with all that you may, or only what is named',
    async run(context) {
      const { permission, days } = context.options;
      const count = days === undefined ? null : Number(days);
      if (count !== null && !(Number.isInteger(count) && count > 0))
        throw new UsageError('--days takes a number of days');
      const answer = await received(
        context.client.api.POST('/console/api/account/keys', {
          body: {
            name: positional(context, 0),
            permissions: (permission as KeyBody['permissions']) ?? null,
            expires_at: count === null ? null : Math.floor(Date.now() / 1000) + count * DAY,
          },
        }),
      );
      print(context, answer, () => [answer.api_key ?? '']);
    },
  },
  {
    name: 'keys revoke',
    positionals: ['ID'],
    options: {},
    usage: 'weft keys revoke ID',
    summary: 'revoke a personal key at once',
    async run(context) {
      const params = { path: { key_id: identifier(positional(context, 0), 'personal key') } };
      await context.client.api.DELETE('/console/api/account/keys/{key_id}', { params });
      print(context, { result: 'success' }, () => ['Revoked.']);
    },
  },
];
