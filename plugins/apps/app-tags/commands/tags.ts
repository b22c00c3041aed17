import {
  type Command,
  type CommandContext,
  confirmed,
  counted,
  identifier,
  positional,
  print,
  printable,
  received,
  type Schemas,
  table,
} from '#plugins/commands/contract.ts';

const path = '/console/api/tags/{tag_id}';

/** Tags of the workspace; apps get theirs by `weft apps set`. */
export const commands: readonly Command[] = [
  {
    name: 'tags list',
    positionals: [],
    options: {},
    usage: 'weft tags list',
    summary: 'list tags, and how many apps have each',
    async run(context) {
      const found: Schemas['AppTag'][] = [];
      for (let page = 1, hasMore = true; hasMore; page += 1) {
        const params = { query: { page, limit: 100 } };
        const answer = await received(context.client.api.GET('/console/api/tags', { params }));
        found.push(...answer.data);
        hasMore = answer.has_more && answer.data.length > 0;
      }
      const rows = found.map(({ id, name, apps }) => [id, String(apps), name]);
      print(context, { data: found }, () => (rows.length === 0 ? ['None.'] : table([['ID', 'APPS', 'NAME'], ...rows])));
    },
  },
  {
    name: 'tags create',
    positionals: ['NAME'],
    options: {},
    usage: 'weft tags create NAME',
    summary: 'create a tag',
    async run(context) {
      const body = { name: positional(context, 0) };
      const answer = await received(context.client.api.POST('/console/api/tags', { body }));
      print(context, answer, () => [`${printable(answer.name)} is ${answer.id}.`]);
    },
  },
  {
    name: 'tags rename',
    positionals: ['ID', 'NAME'],
    options: {},
    usage: 'weft tags rename ID NAME',
    summary: 'rename a tag; apps that have it follow',
    async run(context) {
      const request = { params: tagOf(context), body: { name: positional(context, 1) } };
      const answer = await received(context.client.api.PATCH(path, request));
      print(context, answer, () => [`The tag is ${printable(answer.name)}, for ${counted(answer.apps, 'app')}.`]);
    },
  },
  {
    name: 'tags delete',
    positionals: ['ID'],
    options: { yes: { type: 'boolean' } },
    usage: 'weft tags delete ID [--yes]',
    summary: 'delete a tag, and take it from all apps; asks before unless --yes is given',
    async run(context) {
      const params = tagOf(context);
      await confirmed(context, 'Delete the tag, and take it from all apps?');
      await context.client.api.DELETE(path, { params });
      print(context, { deleted: params.path.tag_id }, () => ['Deleted.']);
    },
  },
];

function tagOf(context: CommandContext) {
  return { path: { tag_id: identifier(positional(context, 0), 'tag') } };
}
