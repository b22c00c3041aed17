import {
  type Command,
  type CommandContext,
  confirmed,
  identifier,
  positional,
  print,
  printable,
  received,
  table,
  UsageError,
} from '#plugins/commands/contract.ts';
import { baseOf } from './parts/base-of.ts';

const all = '/console/api/datasets/{dataset_id}/fields';
const one = `${all}/{field_id}` as const;
const types = ['string', 'number', 'time'] as const;

/** Metadata fields of knowledge bases. */
export const commands: readonly Command[] = [
  {
    name: 'knowledge fields list',
    positionals: ['BASE'],
    options: {},
    usage: 'weft knowledge fields list BASE',
    summary: 'list metadata fields of a knowledge base',
    async run(context) {
      const answer = await received(context.client.api.GET(all, { params: { path: baseOf(context) } }));
      const builtIn = answer.built_in_field_enabled ? answer.built_in_fields : [];
      const rows = [
        ...answer.data.map(({ id, type, name }) => [id, type, printable(name)]),
        ...builtIn.map(({ type, name }) => ['built in', type, name]),
      ];
      print(context, answer, () =>
        rows.length === 0 ? ['None: weft knowledge fields add BASE NAME'] : table([['ID', 'TYPE', 'NAME'], ...rows]),
      );
    },
  },
  {
    name: 'knowledge fields add',
    positionals: ['BASE', 'NAME'],
    options: { type: { type: 'string' } },
    usage: 'weft knowledge fields add BASE NAME [--type string|number|time]',
    summary: 'add a metadata field to a knowledge base',
    async run(context) {
      const given = context.options.type ?? 'string';
      const type = types.find((each) => each === given);
      if (type === undefined) throw new UsageError(`--type takes ${types.join(', ')}`);
      const body = { name: positional(context, 1), type };
      const answer = await received(context.client.api.POST(all, { params: { path: baseOf(context) }, body }));
      print(context, answer, () => [`${printable(answer.name)} is ${answer.id}.`]);
    },
  },
  {
    name: 'knowledge fields rename',
    positionals: ['BASE', 'FIELD', 'NAME'],
    options: {},
    usage: 'weft knowledge fields rename BASE FIELD NAME',
    summary: 'rename a metadata field; values of documents stay',
    async run(context) {
      const body = { name: positional(context, 2) };
      const answer = await received(context.client.api.PATCH(one, { params: { path: fieldOf(context) }, body }));
      print(context, answer, () => [`The field is ${printable(answer.name)}.`]);
    },
  },
  {
    name: 'knowledge fields remove',
    positionals: ['BASE', 'FIELD'],
    options: { yes: { type: 'boolean' } },
    usage: 'weft knowledge fields remove BASE FIELD [--yes]',
    summary: 'remove a metadata field, and its values from all documents; asks before unless --yes is given',
    async run(context) {
      const path = fieldOf(context);
      await confirmed(context, 'Remove the field, and its values from all documents?');
      await context.client.api.DELETE(one, { params: { path } });
      print(context, { removed: path.field_id }, () => ['Removed.']);
    },
  },
  {
    name: 'knowledge fields built-in',
    positionals: ['BASE', 'on|off'],
    options: {},
    usage: 'weft knowledge fields built-in BASE on|off',
    summary: 'show the built-in metadata fields of documents (name, uploader, dates, source), or hide them',
    async run(context) {
      const given = positional(context, 1);
      if (given !== 'on' && given !== 'off') throw new UsageError('say on or off');
      const body = { built_in_field_enabled: given === 'on' };
      const answer = await received(context.client.api.PATCH(all, { params: { path: baseOf(context) }, body }));
      print(context, answer, () => [`Built-in fields are ${answer.built_in_field_enabled ? 'shown' : 'hidden'}.`]);
    },
  },
];

function fieldOf(context: CommandContext) {
  const shownBy = 'weft knowledge fields list BASE';
  return { ...baseOf(context), field_id: identifier(positional(context, 1), { kind: 'field', shownBy }) };
}
