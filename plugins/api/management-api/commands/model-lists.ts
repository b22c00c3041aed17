import {
  type Command,
  positional,
  print,
  received,
  routeCommand,
  table,
  UsageError,
} from '#plugins/commands/contract.ts';
import { typeOf } from './models.ts';

const fetchPath = '/console/api/providers/{provider}/models/fetch';
const addPath = '/console/api/providers/{provider}/models/fetched';

interface Listed {
  readonly name: string;
  readonly type: string;
  readonly context_size: number | null;
  readonly price: { readonly prompt: string; readonly completion: string; readonly currency: string } | null;
  readonly listed: boolean;
}

/** Commands about the models a provider says it has, and what may be set of them. */
export const commands: readonly Command[] = [
  {
    name: 'models fetch',
    positionals: ['PROVIDER'],
    options: { type: { type: 'string' }, add: { type: 'string', multiple: true } },
    usage: 'weft models fetch PROVIDER [--type TYPE] [--add MODEL]…',
    summary: 'ask a provider for its models, and add those that are named',
    async run(context) {
      const params = { path: { provider: positional(context, 0) } };
      const names = namesOf(context.options.add);
      const answer =
        names.length === 0
          ? await received(context.client.api.POST(fetchPath, { params }))
          : await received(
              context.client.api.POST(addPath, {
                params,
                body: { models: names.map((model) => ({ type: typeOf(context), model })) },
              }),
            );
      const type = context.options.type === undefined ? undefined : typeOf(context);
      const data = answer.data.filter((model) => type === undefined || model.type === type);
      print(context, { data }, () => linesOf(data, names.length > 0));
    },
  },
  routeCommand('models parameters', 'GET', '/console/api/providers/{provider}/models/parameter-rules', {
    summary: 'list what may be set of calls of a model',
    takes: { provider: 'PROVIDER', model: 'MODEL' },
    defaults: { type: 'llm' },
    table: {
      NAME: 'name',
      TYPE: 'type',
      VALUES: ({ min, max, options }) => (options.length > 0 ? options.join(', ') : `${min ?? ''} … ${max ?? ''}`),
    },
  }),
];

function linesOf(data: readonly Listed[], isAdded: boolean): readonly string[] {
  if (data.length === 0) return [isAdded ? 'All of them were there.' : 'None.'];
  const rows = data.map(({ name, type, context_size: size, price, listed }) => [
    name,
    type,
    size === null ? '-' : String(size),
    price === null ? 'not known' : `${price.prompt} / ${price.completion} ${price.currency}`,
    isAdded ? 'added' : listed ? 'there' : '-',
  ]);
  const unpriced = data.filter(({ type, price }) => type === 'llm' && price === null).length;
  const warning =
    unpriced === 0
      ? []
      : [`The price of ${unpriced} of them is not known: they cost 0 in usage, until it is set with the credentials.`];
  return [...table([['MODEL', 'TYPE', 'CONTEXT', 'PRICE', ''], ...rows]), ...warning];
}

function namesOf(given: unknown): readonly string[] {
  const names = (Array.isArray(given) ? given : given === undefined ? [] : [given]).map(String);
  if (names.some((name) => name.trim() === '')) throw new UsageError('--add takes the name of a model');
  return names;
}
