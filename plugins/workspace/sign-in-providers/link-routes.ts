import { empty, json, type Route, route, unixSeconds } from '#http';
import { AccountAccess, type Sessions } from '#plugins/accounts/contract.ts';
import type { AccountLinks } from './account-links.ts';
import type { SignInCookies } from './cookies.ts';
import { signInDocs } from './sign-in-docs.ts';
import type { SignInFlow } from './sign-in-flow.ts';

interface RouteParts {
  readonly flow: SignInFlow;
  readonly links: AccountLinks;
  readonly cookies: SignInCookies;
  readonly sessions: Sessions;
}

const path = '/console/api/sign-in/links';
const own = { access: AccountAccess, permission: 'account.manage' } as const;
const noCommand = 'a person goes to the service with a browser';
const ids = { 'params.provider': { nothing: 'the name of a service' } };
const confirmed = {
  type: 'object',
  additionalProperties: false,
  properties: {
    current_password: {
      type: 'string',
      maxLength: 1024,
      description: 'Required unless the session started within the last ten minutes.',
    },
  },
} as const;

/** Who somebody is at services: linking one more, and unlinking. */
export function linkRoutes({ flow, links, cookies, sessions }: RouteParts): Route[] {
  const prove = (account: { readonly id: string }, sessionId: string | null, password: string | undefined) =>
    sessions.confirm({ accountId: account.id, sessionId, password });
  return [
    route({
      ...own,
      id: 'sign-in-providers.links',
      method: 'GET',
      path,
      summary: 'List the services you can sign in with, and your linked identities',
      noCommand,
      docs: signInDocs.links,
      async handle({ principal: { account }, headers }) {
        const linked = await links.list(account.id);
        const offered = await flow.offered();
        const waiting = links.waiting(account.id, headers.cookie);
        const labelOf = (id: string) => offered.find(({ provider }) => provider === id)?.label ?? id;
        // Also those that are offered no more: what is linked can be taken away.
        const all = [...new Set([...offered.map(({ provider }) => provider), ...linked.map((each) => each.provider)])];
        return json({
          data: all.map((id) => {
            const found = linked.find(({ provider }) => provider === id);
            return {
              ...{ id, label: labelOf(id), is_linked: found !== undefined, email: found?.email ?? null },
              linked_at: unixSeconds(found?.linkedAt ?? null),
              signed_in_at: unixSeconds(found?.signedInAt ?? null),
            };
          }),
          waiting: waiting === null ? null : { id: waiting.owner, label: labelOf(waiting.owner), email: waiting.email },
        });
      },
    }),
    route({
      ...own,
      id: 'sign-in-providers.confirm-link',
      method: 'POST',
      path,
      summary: 'Link the identity that signed in with this browser to your account',
      audit: { answer: ['id', 'email'] },
      noCommand,
      docs: signInDocs.confirmLink,
      async handle(request) {
        const { account, sessionId } = request.principal;
        const { owner, email } = await links.confirm({ accountId: account.id, sessionId }, request);
        return json({ id: owner, email }, { status: 201, cookies: [cookies.noLink()] });
      },
    }),
    route({
      ...own,
      id: 'sign-in-providers.begin-link',
      method: 'POST',
      path: `${path}/:provider`,
      summary: 'Start linking an identity of a service to your account',
      audit: 'path',
      ids,
      noCommand,
      docs: signInDocs.beginLink,
      body: confirmed,
      bodyPresence: 'optional',
      async handle(request) {
        const { principal, params, body } = request;
        await prove(principal.account, principal.sessionId, body?.current_password);
        const aim = { returnTo: '/account/security', linkTo: principal.account.id };
        const { url, cookie } = await flow.begin(params.provider, aim, request);
        return json({ url }, { headers: { 'Cache-Control': 'no-store' }, cookies: [cookie] });
      },
    }),
    route({
      ...own,
      id: 'sign-in-providers.unlink',
      method: 'DELETE',
      path: `${path}/:provider`,
      summary: 'Unlink your identity of a service; refused if it is your only way to sign in',
      audit: 'path',
      ids,
      noCommand: 'people look after their sign-in with a browser',
      docs: signInDocs.unlink,
      body: confirmed,
      bodyPresence: 'optional',
      async handle({ principal, params: { provider }, body, address }) {
        await prove(principal.account, principal.sessionId, body?.current_password);
        await links.unlink(principal.account.id, provider, address);
        return empty();
      },
    }),
  ];
}
