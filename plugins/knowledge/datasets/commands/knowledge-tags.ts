import {
  type Command,
  type CommandContext,
  confirmed,
  counted,
  positional,
  print,
  printable,
  received,
  table,
} from '#plugins/commands/contract.ts';
import { baseOf, tagOf } from './parts/base-of.ts';

const all = '/console/api/dataset-tags';
const one = `${all}/{tag_id}` as const;
const binding = '/console/api/datasets/{dataset_id}/tags/{tag_id}';

/** Tags of knowledge bases. */
export const commands: readonly Command[] = [
  {
    name: 'knowledge tags list',
    positionals: [],
    options: {},
    usage: 'weft knowledge tags list',
    summary: 'list tags of knowledge bases, and how many have each',
    async run(context) {
      const answer = await received(context.client.api.GET(all));
      const rows = answer.data.map(({ id, datasets, name }) => [id, String(datasets), printable(name)]);
      print(context, answer, () => (rows.length === 0 ? ['None.'] : table([['ID', 'BASES', 'NAME'], ...rows])));
    },
  },
  {
    name: 'knowledge tags create',
    positionals: ['NAME'],
    options: {},
    usage: 'weft knowledge tags create NAME',
    summary: 'create a tag for knowledge bases',
    async run(context) {
      const body = { name: positional(context, 0) };
      const answer = await received(context.client.api.POST(all, { body }));
      print(context, answer, () => [`${printable(answer.name)} is ${answer.id}.`]);
    },
  },
  {
    name: 'knowledge tags rename',
    positionals: ['TAG', 'NAME'],
    options: {},
    usage: 'weft knowledge tags rename TAG NAME',
    summary: 'rename a tag of knowledge bases',
    async run(context) {
      const body = { name: positional(context, 1) };
      const answer = await received(context.client.api.PATCH(one, { params: { path: tagOf(context, 0) }, body }));
      print(context, answer, () => [`The tag is ${printable(answer.name)}, for ${counted(answer.datasets, 'base')}.`]);
    },
  },
  {
    name: 'knowledge tags delete',
    positionals: ['TAG'],
    options: { yes: { type: 'boolean' } },
    usage: 'weft knowledge tags delete TAG [--yes]',
    summary: 'delete a tag, and take it from all knowledge bases; asks before unless --yes is given',
    async run(context) {
      const path = tagOf(context, 0);
      await confirmed(context, 'Delete the tag, and take it from all knowledge bases?');
      await context.client.api.DELETE(one, { params: { path } });
      print(context, { deleted: path.tag_id }, () => ['Deleted.']);
    },
  },
  {
    name: 'knowledge tags add',
    positionals: ['BASE', 'TAG'],
    options: {},
    usage: 'weft knowledge tags add BASE TAG',
    summary: 'give a knowledge base a tag',
    async run(context) {
      const path = bindingOf(context);
      await context.client.api.PUT(binding, { params: { path } });
      print(context, path, () => ['It has the tag.']);
    },
  },
  {
    name: 'knowledge tags take',
    positionals: ['BASE', 'TAG'],
    options: {},
    usage: 'weft knowledge tags take BASE TAG',
    summary: 'take a tag from a knowledge base',
    async run(context) {
      const path = bindingOf(context);
      await context.client.api.DELETE(binding, { params: { path } });
      print(context, path, () => ['It does not have the tag.']);
    },
  },
];

function bindingOf(context: CommandContext) {
  return { ...baseOf(context), ...tagOf(context, 1) };
}
