import {
  type Command,
  type CommandContext,
  positional,
  print,
  received,
  table,
  UsageError,
} from '#plugins/commands/contract.ts';

const types = ['llm', 'embedding', 'rerank', 'speech-to-text', 'text-to-speech', 'moderation'] as const;
const typed = { type: { type: 'string' } } as const;

/** Commands about the models of the workspace's providers. */
export const commands: readonly Command[] = [
  {
    name: 'models list',
    positionals: [],
    options: typed,
    usage: 'weft models list [--type TYPE]',
    summary: 'list the models that apps may choose from',
    async run(context) {
      const query = context.options.type === undefined ? {} : { type: typeOf(context) };
      const answer = await received(context.client.api.GET('/console/api/models', { params: { query } }));
      const rows = answer.data.map((model) => [model.provider, model.type, model.name]);
      print(context, answer, () => table([['PROVIDER', 'TYPE', 'MODEL'], ...rows]));
    },
  },
  ...(['enable', 'disable'] as const).map(
    (action): Command => ({
      name: `models ${action}`,
      positionals: ['PROVIDER', 'MODEL'],
      options: typed,
      usage: `weft models ${action} PROVIDER MODEL [--type TYPE]`,
      summary: action === 'enable' ? 'let runs use a model again' : 'refuse runs that ask for a model',
      async run(context) {
        const body = { type: typeOf(context), model: positional(context, 1), enabled: action === 'enable' };
        const params = { path: { provider: positional(context, 0) } };
        await context.client.api.PATCH('/console/api/providers/{provider}/models', { params, body });
        print(context, body, () => [`${body.model} is ${action}d.`]);
      },
    }),
  ),
  {
    name: 'models add',
    positionals: ['PROVIDER', 'MODEL'],
    options: { ...typed, 'context-size': { type: 'string' } },
    usage: 'weft models add PROVIDER MODEL [--type TYPE] [--context-size N]',
    summary: 'add a model to a provider that takes any name',
    async run(context) {
      const size = context.options['context-size'];
      const name = { type: typeOf(context), model: positional(context, 1) };
      const body = size === undefined ? name : { ...name, context_size: tokensOf(String(size)) };
      const params = { path: { provider: positional(context, 0) } };
      await context.client.api.POST('/console/api/providers/{provider}/models', { params, body });
      print(context, body, () => ['Added.']);
    },
  },
  {
    name: 'models remove',
    positionals: ['PROVIDER', 'MODEL'],
    options: typed,
    usage: 'weft models remove PROVIDER MODEL [--type TYPE]',
    summary: 'remove a model that was added',
    async run(context) {
      const query = { type: typeOf(context), model: positional(context, 1) };
      const params = { path: { provider: positional(context, 0) }, query };
      await context.client.api.DELETE('/console/api/providers/{provider}/models', { params });
      print(context, query, () => ['Removed.']);
    },
  },
  {
    name: 'models defaults',
    positionals: [],
    options: {},
    usage: 'weft models defaults',
    summary: 'show which models are meant where an app names none',
    async run(context) {
      const answer = await received(context.client.api.GET('/console/api/default-models'));
      const rows = answer.data.map(({ type, model }) => [type, model?.provider ?? '-', model?.model ?? '-']);
      print(context, answer, () => table([['TYPE', 'PROVIDER', 'MODEL'], ...rows]));
    },
  },
  {
    name: 'models default',
    positionals: ['TYPE'],
    options: { provider: { type: 'string' }, model: { type: 'string' } },
    usage: 'weft models default TYPE [--provider PROVIDER --model MODEL]',
    summary: 'set the default model of a type; without a model: none',
    async run(context) {
      const { provider, model } = context.options;
      if ((provider === undefined) !== (model === undefined)) throw new UsageError('give both --provider and --model');
      const named = provider === undefined ? null : { provider: String(provider), model: String(model) };
      const body = { type: readType(positional(context, 0)), model: named };
      await context.client.api.PUT('/console/api/default-models', { body });
      print(context, body, () => [named === null ? 'There is no default any more.' : 'Set.']);
    },
  },
];

function tokensOf(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError('--context-size is a number of tokens, 1 or more');
}

/** `--type`, else the type of language models. */
export function typeOf(context: CommandContext): (typeof types)[number] {
  return readType(String(context.options.type ?? 'llm'));
}

function readType(text: string): (typeof types)[number] {
  const type = types.find((known) => known === text);
  if (type === undefined) throw new UsageError(`types of models are: ${types.join(', ')}`);
  return type;
}
