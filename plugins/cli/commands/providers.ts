import { type Command, type CommandContext, pairs, positional, print, table } from '../command.ts';
import { UsageError } from '../terminal.ts';

interface ProviderItem {
  readonly id: string;
  readonly label: string;
  readonly configured: boolean;
  readonly models: readonly { readonly name: string }[];
}

export const providerCommands: readonly Command[] = [
  {
    name: 'providers list',
    positionals: [],
    options: {},
    usage: 'weft providers list',
    summary: 'list model providers',
    async run(context) {
      const path = '/console/api/providers';
      const answer = (await context.client.call({ method: 'GET', path })) as { data: ProviderItem[] };
      const rows = answer.data.map((item) => [item.id, item.configured ? 'ready' : 'not configured', item.label]);
      print(context, answer, () => table([['PROVIDER', 'STATE', 'NAME'], ...rows]));
    },
  },
  {
    name: 'providers set',
    positionals: ['PROVIDER'],
    options: { credential: { type: 'string', multiple: true } },
    usage: 'weft providers set PROVIDER --credential k=v…',
    summary: "store a provider's credentials, sealed",
    async run(context) {
      const credentials = pairs(context.options.credential, 'credential');
      if (Object.keys(credentials).length === 0) throw new UsageError('give at least one --credential name=value');
      await context.client.call({ method: 'PUT', path: providerPath(context), body: { credentials } });
      print(context, { provider: positional(context, 0), configured: true }, () => ['Stored.']);
    },
  },
  {
    name: 'providers remove',
    positionals: ['PROVIDER'],
    options: {},
    usage: 'weft providers remove PROVIDER',
    summary: "forget a provider's credentials",
    async run(context) {
      await context.client.call({ method: 'DELETE', path: providerPath(context) });
      print(context, { provider: positional(context, 0), configured: false }, () => ['Removed.']);
    },
  },
  {
    name: 'providers test',
    positionals: ['PROVIDER'],
    options: { credential: { type: 'string', multiple: true } },
    usage: 'weft providers test PROVIDER [--credential k=v…]',
    summary: 'call the provider with its stored, or the given, credentials',
    async run(context) {
      const credentials = pairs(context.options.credential, 'credential');
      const body = Object.keys(credentials).length === 0 ? {} : { credentials };
      await context.client.call({ method: 'POST', path: `${providerPath(context)}/test`, body });
      print(context, { provider: positional(context, 0), works: true }, () => ['The provider answers.']);
    },
  },
];

function providerPath(context: CommandContext): string {
  return `/console/api/providers/${encodeURIComponent(positional(context, 0))}`;
}
