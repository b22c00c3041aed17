import { type HttpServer, json, type Route, route } from '#http';
import { AccountAccess, type AccountNotice } from '#plugins/accounts/contract.ts';
import type { AccountLinks } from './account-links.ts';
import type { Connection } from './connection.ts';
import { noLinkCookie } from './link-cookie.ts';
import { isSecure } from './site-addresses.ts';
import { ssoDocs } from './sso-docs.ts';

const path = '/console/api/sso/links';
const own = { access: AccountAccess, permission: 'account.manage' } as const;
const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);

/** Whom somebody is known as at identity providers, and saying that one more is the same person. */
export function linkRoutes(links: AccountLinks, server: HttpServer, noticed: (notice: AccountNotice) => void): Route[] {
  return [
    route({
      ...own,
      id: 'sso.list-links',
      method: 'GET',
      path,
      summary: 'List whom you are known as at identity providers, and who waits for you to confirm it',
      noCommand: 'a person sees in the browser whom it proved',
      docs: ssoDocs.links,
      async handle({ principal: { account }, headers }) {
        const waiting = await links.waiting(account.id, headers.cookie);
        return json({
          data: (await links.list(account.id)).map(({ connection, person }) => ({
            ...place(connection),
            subject: person.subject,
            linked_at: seconds(person.linkedAt),
            signed_in_at: seconds(person.signedInAt),
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
      summary: 'Say that who signed in over an identity provider in this browser is you',
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
