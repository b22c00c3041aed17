import {
  type Command,
  confirmed,
  counted,
  pairs,
  pairsOption,
  positional,
  print,
  received,
  table,
  UsageError,
} from '#plugins/commands/contract.ts';

const path = '/console/api/tools/{provider}';

/** Tools there are, and what their providers must be told. */
export const commands: readonly Command[] = [
  {
    name: 'tools list',
    positionals: [],
    options: {},
    usage: 'weft tools list',
    summary: 'list tools by provider, and the credentials a provider needs',
    async run(context) {
      const answer = await received(context.client.api.GET('/console/api/tools'));
      const rows = answer.data.map(({ kind, id, label, configured, credentials_schema: schema, tools }) => [
        id,
        kind,
        label === id ? '' : label,
        configured ? 'ready' : 'not configured',
        counted(tools.length, 'tool'),
        credentialNames(schema).join(' '),
      ]);
      print(context, answer, () => table([['PROVIDER', 'KIND', 'NAME', 'STATE', 'TOOLS', 'CREDENTIALS'], ...rows]));
    },
  },
  {
    name: 'tools set',
    positionals: ['PROVIDER'],
    options: { credential: pairsOption },
    usage: 'weft tools set PROVIDER --credential k=v…',
    summary: "store the credentials of a tools' provider, sealed; in place of those it has",
    async run(context) {
      const credentials = pairs(context.options.credential, 'credential');
      if (Object.keys(credentials).length === 0) throw new UsageError('give at least one --credential name=value');
      const params = { path: { provider: positional(context, 0) } };
      await context.client.api.PUT(path, { params, body: { credentials } });
      print(context, { provider: positional(context, 0), configured: true }, () => ['Stored.']);
    },
  },
  {
    name: 'tools remove',
    positionals: ['PROVIDER'],
    options: { yes: { type: 'boolean' } },
    usage: 'weft tools remove PROVIDER [--yes]',
    summary: "forget the credentials of a tools' provider. Asks before unless --yes is given",
    async run(context) {
      const provider = positional(context, 0);
      await confirmed(context, `Forget the credentials of ${provider}? Apps that call its tools fail.`);
      await context.client.api.DELETE(path, { params: { path: { provider } } });
      print(context, { provider, configured: false }, () => ['Removed.']);
    },
  },
];

/** The fields of a provider's schema; those it can do without in brackets. */
function credentialNames(schema: Readonly<Record<string, unknown>> | null): string[] {
  if (schema === null) return ['-'];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.keys(schema.properties ?? {}).map((name) => (required.includes(name) ? name : `[${name}]`));
}
