import { resolve } from 'node:path';
import {
  type Command,
  type CommandContext,
  CommandError,
  identifier,
  positional,
  print,
  printable,
  readRegular,
  received,
  routeCommand,
  type Schemas,
} from '#plugins/commands/contract.ts';
import { domainsOf } from './sso.ts';

const all = '/console/api/sso/connections';
const one = '/console/api/sso/connections/{connection_id}';

/** Connecting identity providers. What they are told is in a file: a secret typed as an option is seen by every process. */
export const commands: readonly Command[] = [
  routeCommand('sso show', 'GET', one, { takes: { connection_id: 'ID' }, say: described }),
  {
    name: 'sso create',
    positionals: ['FILE'],
    options: {},
    usage: 'weft sso create FILE.json',
    summary: 'connect an identity provider: `kind` (oidc, saml), `name` and the other fields of the API, as JSON',
    async run(context) {
      const body = await given<{ kind: 'oidc' | 'saml'; name: string }>(context, 0);
      const answer = await received(context.client.api.POST(all, { body }));
      print(context, answer, () => described(answer).map(printable));
    },
  },
  {
    name: 'sso change',
    positionals: ['ID', 'FILE'],
    options: {},
    usage: 'weft sso change ID FILE.json',
    summary: 'change what the file names of an identity provider, as {"enabled": false}',
    async run(context) {
      const params = { path: { connection_id: identifier(positional(context, 0), 'connection') } };
      const answer = await received(
        context.client.api.PATCH(one, { params, body: await given<{ name?: string }>(context, 1) }),
      );
      print(context, answer, () => described(answer).map(printable));
    },
  },
  routeCommand('sso delete', 'DELETE', one, {
    takes: { connection_id: 'ID' },
    confirm: ({ connection_id: id }) => `Delete the identity provider ${id}? Nobody signs in by it any more.`,
    json: { deleted: 'connection_id' },
    say: 'Deleted.',
  }),
];

/** The object of a file. What is wrong with its fields, the server says. */
async function given<Body>(context: CommandContext, index: number): Promise<Body> {
  const name = positional(context, index);
  const text = (await readRegular(resolve(context.terminal.directory, name))) ?? '';
  const value = parsed(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Body;
  throw new CommandError('not_json', `${name} has no JSON object; it says, for example, {"enabled": false}.`);
}

/** Null for what is no JSON: its text may be a secret, which the reason would repeat. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function described(connection: Schemas['SsoConnection']): string[] {
  const { id, kind, name, enabled, start_url: start } = connection;
  return [
    `${id}: ${name} (${kind}), ${enabled ? 'on' : 'off'}`,
    `Domains: ${domainsOf(connection)}`,
    `People begin here: ${start}`,
    ...(connection.kind === 'oidc'
      ? [`Provider: ${connection.issuer}`, `It must allow: ${connection.redirect_uri}`]
      : [`Provider: ${connection.idp_entity_id ?? 'none yet'}`, `It must know: ${connection.sp_entity_id}`]),
  ];
}
