import {
  type Command,
  CommandError,
  positional,
  print,
  printable,
  received,
  routeCommand,
} from '#plugins/commands/contract.ts';

const all = '/console/api/installation/oauth-clients';
const one = `${all}/{provider}` as const;

/** For whoever runs the server. */
export const commands: readonly Command[] = [
  {
    name: 'oauth-clients list',
    positionals: [],
    options: {},
    usage: 'weft oauth-clients list',
    summary:
      'show which clients of this server are set at Google, Microsoft, GitHub and GitLab, and what to register there',
    async run(context) {
      const answer = await received(context.client.api.GET(all));
      print(context, answer, () => [
        ...answer.data.map(({ provider, client_id: id, set_by: by }) =>
          printable(id === null ? `${provider}: none` : `${provider}: ${id} (${by})`),
        ),
        'Redirect addresses to register at each:',
        ...answer.redirect_uris.map(({ url }) => `  ${url}`),
      ]);
    },
  },
  {
    name: 'oauth-clients set',
    positionals: ['SERVICE', 'CLIENT-ID'],
    options: {
      domain: { type: 'string', multiple: true },
      url: { type: 'string' },
      tenant: { type: 'string' },
      'drive-readonly': { type: 'boolean' },
    },
    usage:
      'weft oauth-clients set SERVICE CLIENT-ID [--domain example.com]… [--url ADDRESS] [--tenant TENANT] [--drive-readonly]',
    summary:
      'set the client of this server at google, microsoft, github or gitlab; its secret is in WEFT_CLIENT_SECRET, or asked for',
    async run(context) {
      const { client, terminal, options } = context;
      const [provider, clientId] = [positional(context, 0), positional(context, 1)];
      const secret = terminal.env.WEFT_CLIENT_SECRET ?? (await terminal.secret?.('Secret of the client: ')) ?? '';
      if (secret === '')
        throw new CommandError('no_secret', 'No secret: set WEFT_CLIENT_SECRET where nobody can be asked.');
      const body = {
        client_id: clientId,
        client_secret: secret,
        domains: [options.domain ?? []].flat().map(String),
        ...(options.url !== undefined && { base_url: String(options.url) }),
        ...(options.tenant !== undefined && { tenant: String(options.tenant) }),
        drive_readonly: options['drive-readonly'] === true,
      };
      const answer = await received(client.api.PUT(one, { params: { path: { provider } }, body }));
      print(context, answer, () => [`${answer.label}: ${printable(clientId)} is set.`]);
    },
  },
  routeCommand('oauth-clients test', 'POST', `${one}/test`, {
    takes: { provider: 'SERVICE' },
    say: ({ host, result, says }) =>
      result === 'accepted' ? `${host} takes the client.` : `${host} answers ${says === '' ? 'nothing known' : says}.`,
  }),
  routeCommand('oauth-clients remove', 'DELETE', one, {
    takes: { provider: 'SERVICE' },
    confirm: ({ provider }) =>
      `Remove the client at ${provider}? Nobody signs in with it, and connected accounts stand still.`,
    json: { removed: 'provider' },
    say: 'Removed.',
  }),
];
