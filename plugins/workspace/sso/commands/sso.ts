import {
  type Command,
  type CommandContext,
  identifier,
  positional,
  print,
  printable,
  received,
  type Schemas,
  table,
  UsageError,
} from '#plugins/commands/contract.ts';

const text = { type: 'string' } as const;

/** Identity providers of the workspace. */
export const commands: readonly Command[] = [
  {
    name: 'sso list',
    positionals: [],
    options: {},
    usage: 'weft sso list',
    summary: 'list the identity providers of the workspace; domains that are not approved have a question mark',
    async run(context) {
      const answer = await received(context.client.api.GET('/console/api/sso/connections'));
      print(context, answer, () =>
        answer.data.length === 0
          ? ['None.']
          : table([['ID', 'KIND', 'NAME', 'STATE', 'DOMAINS'], ...answer.data.map(connectionRow)]),
      );
    },
  },
  {
    name: 'sso test',
    positionals: ['ID'],
    options: {},
    usage: 'weft sso test ID',
    summary: 'ask an identity provider what it is, as a sign-in would',
    async run(context) {
      const params = { path: connectionOf(context) };
      const path = '/console/api/sso/connections/{connection_id}/test';
      const answer = await received(context.client.api.POST(path, { params }));
      print(context, answer, () => [
        `It answers as ${printable(answer.issuer)}; people sign in at ${printable(answer.authorization_endpoint)}.`,
      ]);
    },
  },
  {
    name: 'sso approve',
    positionals: ['ID'],
    options: { domain: { ...text, multiple: true } },
    usage: 'weft sso approve ID --domain DOMAIN [--domain DOMAIN]…',
    summary:
      'say which domains of an identity provider may stand for accounts, --domain= for none; for whoever runs the server',
    async run(context) {
      const given = context.options.domain as readonly string[] | undefined;
      if (given === undefined) throw new UsageError('say which: --domain DOMAIN, or --domain= for none');
      const request = { params: { path: connectionOf(context) }, body: { domains: given.filter((one) => one !== '') } };
      const path = '/console/api/sso/connections/{connection_id}/approve';
      const answer = await received(context.client.api.POST(path, request));
      print(context, answer, () => table([['ID', 'KIND', 'NAME', 'STATE', 'DOMAINS'], connectionRow(answer)]));
    },
  },
];

/** The identity provider that was named first. */
export function connectionOf(context: CommandContext) {
  return { connection_id: identifier(positional(context, 0), 'identity provider') };
}

function connectionRow({ id, kind, name, enabled, domains }: Schemas['SsoConnection']): string[] {
  const shown = domains.map((domain) => (domain.approved ? domain.name : `${domain.name}?`)).join(' ');
  return [id, kind, name, enabled ? 'on' : 'off', shown === '' ? '-' : shown];
}
