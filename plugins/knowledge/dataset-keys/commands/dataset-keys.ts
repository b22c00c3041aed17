import {
  type Command,
  confirmed,
  identifier,
  positional,
  print,
  printable,
  received,
  table,
  timeOf,
} from '#plugins/commands/contract.ts';

const path = '/console/api/dataset-keys';

/** Keys by which programs use the knowledge bases of the workspace. */
export const commands: readonly Command[] = [
  {
    name: 'knowledge keys list',
    positionals: [],
    options: {},
    usage: 'weft knowledge keys list',
    summary: 'list keys of knowledge bases, masked',
    async run(context) {
      const answer = await received(context.client.api.GET(path));
      const rows = answer.data.map(({ id, masked, last_used_at: used, name }) => [
        id,
        masked,
        used === null ? 'never used' : timeOf(used),
        printable(name),
      ]);
      print(context, answer, () => (rows.length === 0 ? ['None.'] : table([['ID', 'KEY', 'USED', 'NAME'], ...rows])));
    },
  },
  {
    name: 'knowledge keys create',
    positionals: ['NAME'],
    options: {},
    usage: 'weft knowledge keys create NAME',
    summary: 'create a key for /v1/datasets: it opens every knowledge base whose API access is on, and is shown once',
    async run(context) {
      const body = { name: positional(context, 0) };
      const answer = await received(context.client.api.POST(path, { body }));
      print(context, answer, () => [answer.api_key, 'Keep it: it is shown only now.']);
    },
  },
  {
    name: 'knowledge keys revoke',
    positionals: ['KEY'],
    options: { yes: { type: 'boolean' } },
    usage: 'weft knowledge keys revoke KEY [--yes]',
    summary: 'revoke a key at once (KEY is its id, as listed); asks before unless --yes is given',
    async run(context) {
      const id = identifier(positional(context, 0), { kind: 'key', shownBy: 'weft knowledge keys list' });
      await confirmed(context, `Revoke the key ${id}?`);
      await context.client.api.DELETE(`${path}/{key_id}`, { params: { path: { key_id: id } } });
      print(context, { revoked: id }, () => ['Revoked.']);
    },
  },
];
