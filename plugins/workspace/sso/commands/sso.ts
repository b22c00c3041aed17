import { type Columns, type Command, routeCommand, type Schemas } from '#plugins/commands/contract.ts';

const takes = { connection_id: 'ID' };
const columns: Columns<Schemas['SsoConnection']> = {
  ID: 'id',
  KIND: 'kind',
  NAME: 'name',
  STATE: ({ enabled }) => (enabled ? 'on' : 'off'),
  DOMAINS: domainsOf,
};

/** Identity providers of the workspace. */
export const commands: readonly Command[] = [
  routeCommand('sso list', 'GET', '/console/api/sso/connections', {
    summary: 'list the identity providers of the workspace; domains that are not approved have a question mark',
    table: columns,
  }),
  routeCommand('sso test', 'POST', '/console/api/sso/connections/{connection_id}/test', {
    takes,
    say: ({ issuer, authorization_endpoint: address }) => `It answers as ${issuer}; people sign in at ${address}.`,
  }),
  routeCommand('sso approve', 'POST', '/console/api/sso/connections/{connection_id}/approve', {
    summary:
      'say which domains of an identity provider may stand for accounts, --domain= for none; for whoever runs the server',
    takes,
    options: { domains: 'domain' },
    table: columns,
  }),
];

/** With a question mark where it is not approved. */
export function domainsOf({ domains }: Pick<Schemas['SsoConnection'], 'domains'>): string {
  return domains.map(({ name, approved }) => (approved ? name : `${name}?`)).join(' ') || '-';
}
