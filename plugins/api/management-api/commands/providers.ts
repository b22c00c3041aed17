import {
  type Command,
  type CommandContext,
  CommandError,
  pairs,
  pairsOption,
  positional,
  print,
  printable,
  received,
  table,
  UsageError,
} from '#plugins/commands/contract.ts';

export const commands: readonly Command[] = [
  {
    name: 'providers list',
    positionals: [],
    options: {},
    usage: 'weft providers list',
    summary: 'list model providers',
    async run(context) {
      const answer = await received(context.client.api.GET('/console/api/providers'));
      const rows = answer.data.map((item) => [item.id, item.configured ? 'ready' : 'not configured', item.label]);
      print(context, answer, () => table([['PROVIDER', 'STATE', 'NAME'], ...rows]));
    },
  },
  {
    name: 'providers set',
    positionals: ['PROVIDER'],
    options: { credential: pairsOption, test: { type: 'boolean' } },
    usage: 'weft providers set PROVIDER [--credential k=v…] [--test]',
    summary: "store a provider's credentials, sealed; with --test only if it answers; without any: name them",
    async run(context) {
      const credentials = pairs(context.options.credential, 'credential');
      if (Object.keys(credentials).length === 0) throw await fieldsOf(context);
      const request = {
        params: { path: providerOf(context) },
        body: { credentials, test: context.options.test === true },
      };
      await context.client.api.PUT('/console/api/providers/{provider}', request);
      print(context, { provider: positional(context, 0), configured: true }, () => ['Stored.']);
    },
  },
  {
    name: 'providers remove',
    positionals: ['PROVIDER'],
    options: { yes: { type: 'boolean' } },
    usage: 'weft providers remove PROVIDER [--yes]',
    summary: "forget a provider's credentials; --yes: although apps use it, or it is a default",
    async run(context) {
      const query = context.options.yes === true ? { confirm: true } : {};
      const params = { path: providerOf(context), query };
      await context.client.api.DELETE('/console/api/providers/{provider}', { params });
      print(context, { provider: positional(context, 0), configured: false }, () => ['Removed.']);
    },
  },
  {
    name: 'providers apps',
    positionals: ['PROVIDER'],
    options: {},
    usage: 'weft providers apps PROVIDER',
    summary: 'list the apps that name a model of the provider',
    async run(context) {
      const request = { params: { path: providerOf(context) } };
      const answer = await received(context.client.api.GET('/console/api/providers/{provider}/apps', request));
      const rows = answer.data.map(({ id, name }) => [id, name]);
      print(context, answer, () => (rows.length === 0 ? ['None.'] : table([['ID', 'NAME'], ...rows])));
    },
  },
  {
    name: 'providers test',
    positionals: ['PROVIDER'],
    options: { credential: pairsOption },
    usage: 'weft providers test PROVIDER [--credential k=v…]',
    summary: 'call the provider with its stored, or the given, credentials',
    async run(context) {
      const credentials = pairs(context.options.credential, 'credential');
      const body = Object.keys(credentials).length === 0 ? {} : { credentials };
      const request = { params: { path: providerOf(context) }, body };
      await context.client.api.POST('/console/api/providers/{provider}/test', request);
      print(context, { provider: positional(context, 0), works: true }, () => ['The provider answers.']);
    },
  },
];

/** What a provider's credentials are called. */
async function fieldsOf(context: CommandContext): Promise<Error> {
  const provider = positional(context, 0);
  const { data } = await received(context.client.api.GET('/console/api/providers'));
  const found = data.find(({ id }) => id === provider);
  if (found === undefined) {
    return new CommandError(
      'unknown_provider',
      `There is no provider ${provider}: ${data.map(({ id }) => id).join(', ')}.`,
    );
  }
  const lines = found.fields.map(({ name, label, required, secret, options, help }) => {
    const marks = [required ? 'required' : 'optional', ...(secret ? ['secret'] : []), ...options];
    return `  ${name} (${marks.join(', ')})  ${help === '' ? label : help}`;
  });
  const example = found.fields.find(({ required }) => required)?.name ?? found.fields[0]?.name;
  if (example === undefined) return new UsageError(`${provider} takes no credentials`);
  return new UsageError(
    [`give at least one --credential ${example}=…; ${provider} takes`, ...lines].map(printable).join('\n'),
  );
}

function providerOf(context: CommandContext): { readonly provider: string } {
  return { provider: positional(context, 0) };
}
