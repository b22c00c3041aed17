import { type HttpServer, json, type Route, route, unixSeconds } from '#http';
import { AccountAccess, type AccountNotice } from '#plugins/accounts/contract.ts';
import type { AccountLinks } from './account-links.ts';
import type { Connection } from './connection.ts';
import { noLinkCookie } from './link-cookie.ts';
import { isSecure } from './site-addresses.ts';
import { ssoDocs } from './sso-docs.ts';

const path = '/console/api/sso/links';
const own = { access: AccountAccess, permission: 'account.manage' } as const;
/** Whom somebody is known as at identity providers, and saying that one more is the same person. */
export function linkRoutes(links: AccountLinks, server: HttpServer, noticed: (notice: AccountNotice) => void): Route[] {
  return [
    route({
      ...own,
      id: 'sso.list-links',
      method: 'GET',
      path,
      summary: 'List your linked identities of identity providers, and one that is waiting for confirmation',
      noCommand: 'a person sees in the browser whom it proved',
      docs: ssoDocs.links,
      async handle({ principal: { account }, headers }) {
        const waiting = await links.waiting(account.id, headers.cookie);
        return json({
          data: (await links.list(account.id)).map(({ connection, person }) => ({
            ...place(connection),
            subject: person.subject,
            linked_at: unixSeconds(person.linkedAt),
            signed_in_at: unixSeconds(person.signedInAt),
          })),
          waiting: waiting === null ? null : { ...place(waiting.connection), subject: waiting.person.subject },
        });
      },
    }),
    route({
      ...own,
      id: 'sso.confirm-link',
      method: 'POST',
      path,
      summary: 'Link the identity that signed in with this browser to your account',
      audit: { answer: ['connection_id', 'name'] },
      noCommand: 'a person sees in the browser whom it proved',
      docs: ssoDocs.confirmLink,
      async handle({ principal: { account, sessionId }, headers, address }) {
        const connection = await links.confirm({ accountId: account.id, sessionId }, headers.cookie);
        noticed({ accountId: account.id, what: 'sign-in-linked', address });
        return json(place(connection), { status: 201, cookies: [noLinkCookie(isSecure(server))] });
      },
    }),
  ];
}

function place({ id, workspaceId, name }: Connection) {
  return { connection_id: id, workspace_id: workspaceId, name };
}
