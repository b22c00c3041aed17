import { received } from '../client.ts';
import { type Command, type CommandContext, pairs, pairsOption, positional, print, table } from '../command.ts';
import { UsageError } from '../terminal.ts';

export const providerCommands: readonly Command[] = [
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
    usage: 'weft providers set PROVIDER --credential k=v… [--test]',
    summary: "store a provider's credentials, sealed; with --test only if it answers",
    async run(context) {
      const credentials = pairs(context.options.credential, 'credential');
      if (Object.keys(credentials).length === 0) throw new UsageError('give at least one --credential name=value');
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

function providerOf(context: CommandContext): { readonly provider: string } {
  return { provider: positional(context, 0) };
}
