import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  appOf,
  type Command,
  type CommandContext,
  CommandError,
  documentSource,
  identifier,
  pairs,
  pairsOption,
  positional,
  print,
  printable,
  received,
  type Schemas,
  table,
  typedValue,
} from '#plugins/commands/contract.ts';

const text = { type: 'string' } as const;
const path = '/console/api/apps/{app_id}';

/** Drafts: saving and comparing them, and trying their nodes. */
export const commands: readonly Command[] = [
  {
    name: 'apps save',
    positionals: ['ID', 'FILE'],
    options: { hash: text },
    usage: 'weft apps save ID FILE [--hash HASH]',
    summary: 'make a document the draft; --hash: only over the state that has it',
    async run(context) {
      const { options, client } = context;
      const yaml = await fileAt(context, 1);
      const body = { yaml, hash: options.hash === undefined ? null : String(options.hash) };
      const answer = await received(client.api.PUT(`${path}/draft`, { params: { path: appOf(context) }, body }));
      print(context, answer, () => [
        `Saved; its hash is ${answer.hash}.`,
        ...answer.warnings.map((warning) => `warning: ${printable(warning)}`),
      ]);
    },
  },
  {
    name: 'apps create',
    positionals: ['NAME'],
    options: { mode: text, template: text },
    usage: 'weft apps create NAME --mode MODE | --template TEMPLATE',
    summary: 'create a blank app (workflow, advanced-chat, chat, agent-chat, completion), or one from a template',
    async run(context) {
      const { mode, template } = context.options;
      const given = {
        ...(mode !== undefined && { mode }),
        ...(template !== undefined && { template: String(template) }),
      };
      // As it was typed: what is wrong with it, the server says.
      const body = { name: positional(context, 0), ...given } as { name: string; mode?: 'workflow' };
      const answer = await received(context.client.api.POST('/console/api/apps', { body }));
      print(context, answer, () => [`${printable(answer.name)} (${answer.mode}) is ${answer.id}.`]);
    },
  },
  {
    name: 'apps templates',
    positionals: [],
    options: {},
    usage: 'weft apps templates',
    summary: 'list what an app may begin with',
    async run(context) {
      const answer = await received(context.client.api.GET('/console/api/app-templates'));
      const rows = answer.data.map(({ id, mode, name }) => [id, mode, name]);
      print(context, answer, () => table([['TEMPLATE', 'MODE', 'NAME'], ...rows]));
    },
  },
  {
    name: 'apps plan',
    positionals: ['FILE|URL'],
    options: {},
    usage: 'weft apps plan FILE|URL',
    summary: 'show what importing a document from a file or an https address would bring, and what is missing for it',
    async run(context) {
      const body = await documentSource(context);
      const answer = await received(context.client.api.POST('/console/api/apps/import/plan', { body }));
      print(context, answer, () => planLines(answer));
    },
  },
  {
    name: 'apps compare',
    positionals: ['ID'],
    options: { from: text, to: text },
    usage: 'weft apps compare ID [--from VERSION] [--to VERSION]',
    summary: 'show what tells versions apart: ids, published or draft; what publishing changes when none is given',
    async run(context) {
      const { from, to } = context.options;
      const query = { ...state(from, 'from'), ...state(to, 'to') };
      const request = { params: { path: appOf(context), query } };
      const answer = await received(context.client.api.GET(`${path}/changes`, request));
      print(context, answer, () => (answer.data.length === 0 ? ['No difference.'] : answer.data.flatMap(changeLines)));
    },
  },
  {
    name: 'nodes run',
    positionals: ['APP', 'NODE'],
    options: { set: pairsOption },
    usage: 'weft nodes run APP NODE [--set node.name=VALUE…]',
    summary: 'run one node of a draft; values are JSON, or text',
    async run(context) {
      const given = Object.entries(pairs(context.options.set, 'set')).map(([name, value]) => [name, typedValue(value)]);
      const params = { path: { ...appOf(context), node_id: positional(context, 1) } };
      const body = { values: Object.fromEntries(given) };
      const answer = await received(context.client.api.POST(`${path}/draft/nodes/{node_id}/run`, { params, body }));
      print(context, answer, () => [JSON.stringify(answer.outputs, null, 2)]);
      if (answer.status !== 'succeeded') throw new CommandError('node_failed', answer.error ?? 'the node failed');
    },
  },
  {
    name: 'nodes list',
    positionals: ['APP'],
    options: {},
    usage: 'weft nodes list APP',
    summary: 'show what each node of a draft did last (--json: with its values)',
    async run(context) {
      const answer = await received(
        context.client.api.GET(`${path}/draft/nodes`, { params: { path: appOf(context) } }),
      );
      const rows = answer.data.map((node) => [
        node.node_id,
        node.title,
        node.status,
        `${node.elapsed_time.toFixed(3)} s`,
        node.error ?? JSON.stringify(node.outputs ?? {}).slice(0, 80),
      ]);
      print(context, answer, () =>
        rows.length === 0
          ? ['The draft was not run yet: weft run APP --draft']
          : table([['NODE', 'TITLE', 'STATUS', 'TIME', 'OUTPUTS'], ...rows]),
      );
    },
  },
];

async function fileAt({ terminal, positionals }: CommandContext, place: number): Promise<string> {
  const file = resolve(terminal.directory, positionals[place] ?? '');
  return readFile(file, 'utf8').catch((error) => {
    throw new CommandError('no_file', `${file} can't be read: ${error.message}`);
  });
}

function planLines(plan: Schemas['ImportPlan']): string[] {
  const states = { ready: 'ready', provider_missing: 'its provider is not set up', model_unknown: 'not known here' };
  const lines = [
    `${plan.app.name} (${plan.app.mode}), version ${plan.version}${plan.status === 'pending' ? ': not known here, import it with --confirm' : ''}`,
    ...plan.models.map(({ name, state: is, suggestion }) => {
      const offer = suggestion === null ? '' : `; import it with --swap ${name}=${suggestion.model}`;
      return `model ${name}: ${states[is]}${offer}`;
    }),
    ...plan.tools.map(({ provider, tool, missing }) => `tool ${provider}/${tool}: ${missing ?? 'ready'}`),
    ...plan.packages.flatMap(({ plugin_id, state: is, name }) => {
      if (name === null) return [];
      const remedy = is === 'available' ? `weft plugins install ${name}` : 'installed, but not set up or switched off';
      return [`plugin ${plugin_id}: ${remedy}`];
    }),
    ...plan.datasets.map(({ id, state: is, suggestion }) => {
      const offer =
        suggestion === null || is === 'ready' ? '' : `; import it with --swap-dataset ${id}=${suggestion.id}`;
      return `knowledge base ${id}: ${is}${offer}`;
    }),
    ...plan.secrets.map((name) => `secret ${name}: empty`),
    ...(plan.problem === null ? [] : [`problem: ${plan.problem}`]),
    ...plan.warnings.map((warning) => `warning: ${warning}`),
    ...plan.missing.filter((one) => !plan.warnings.includes(one)).map((one) => `missing: ${one}`),
    plan.is_complete ? 'Nothing is missing.' : 'Something is missing.',
  ];
  return lines.map(printable);
}

/** `draft`, `published`, or the id of a version. */
function state(given: CommandContext['options'][string], name: 'from' | 'to') {
  if (given === undefined) return {};
  const text = String(given);
  return { [name]: text === 'draft' || text === 'published' ? text : identifier(text, 'version') };
}

const marks = { added: '+', removed: '-', changed: '~' };

function changeLines({ part, change, title, fields }: Schemas['DocumentChange']): string[] {
  return [
    `${marks[change]} ${part} ${printable(title)}`,
    ...fields.map((field) => {
      const { path: place, before, after, is_secret: isSecret } = field;
      const shown = isSecret === true ? '(secret)' : `${brief(before)} → ${brief(after)}`;
      return `    ${marks[field.change]} ${printable(place)}: ${shown}`;
    }),
  ];
}

function brief(value: unknown): string {
  const text = value === undefined ? '(nothing)' : JSON.stringify(value);
  return printable(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
