import { json, Public, type Route, route } from '#http';
import type { Sessions } from '#plugins/accounts/contract.ts';
import type { SignInCookies } from './cookies.ts';
import { signInDocs } from './sign-in-docs.ts';
import type { SignInFlow } from './sign-in-flow.ts';

interface RouteParts {
  readonly flow: SignInFlow;
  readonly cookies: SignInCookies;
  readonly sessions: Sessions;
}

const root = '/console/api/sign-in';
const fresh = { 'Cache-Control': 'no-store' };

/** Signing in with a service, for who is not signed in yet. */
export function signInRoutes({ flow, cookies, sessions }: RouteParts): Route[] {
  return [
    route({
      id: 'sign-in-providers.list',
      method: 'GET',
      path: `${root}/providers`,
      access: Public,
      summary: 'List the services users can sign in with, such as Google',
      noCommand: 'pages offer them',
      docs: signInDocs.providers,
      handle: async () =>
        json({ data: (await flow.offered()).map(({ provider, label }) => ({ id: provider, label })) }),
    }),
    route({
      id: 'sign-in-providers.begin',
      method: 'POST',
      path: `${root}/attempts`,
      access: Public,
      summary: 'Start signing in with a service',
      noCommand: 'a browser goes to the service',
      ids: { 'body.invitation': { nothing: 'a secret, good for one address' } },
      docs: signInDocs.begin,
      body: {
        type: 'object',
        required: ['provider'],
        additionalProperties: false,
        properties: {
          provider: { type: 'string', maxLength: 30, description: 'Id of the service, such as `google`.' },
          return_to: {
            type: 'string',
            maxLength: 1000,
            default: '/',
            description: 'A path of this site to redirect to after signing in.',
          },
          invitation: {
            type: 'string',
            pattern: '^inv-[A-Za-z0-9]{40}$',
            description:
              'The part of the invitation link after `#`: `inv-` and 40 characters. Allows creating an account with the invited address.',
          },
        },
      },
      async handle(request) {
        const { provider, return_to: returnTo, invitation } = request.body;
        const aim = { returnTo, ...(invitation !== undefined && { invitation }) };
        const { url, cookie } = await flow.begin(provider, aim, request);
        return json({ url }, { headers: fresh, cookies: [cookie] });
      },
    }),
    route({
      id: 'sign-in-providers.callback',
      method: 'GET',
      path: `${root}/callback`,
      access: Public,
      summary: 'Callback of the services: sets the session cookies and redirects',
      docs: signInDocs.callback,
      handle: (request) => flow.finish(request),
    }),
    route({
      id: 'sign-in-providers.code',
      method: 'POST',
      path: `${root}/code`,
      access: Public,
      summary: 'Complete signing in with a service by a code of the second factor',
      noCommand: 'a browser keeps who was proved',
      docs: signInDocs.code,
      body: {
        type: 'object',
        required: ['code'],
        additionalProperties: false,
        properties: { code: { type: 'string', minLength: 1, maxLength: 20 } },
      },
      async handle(request) {
        const { signedIn, returnTo } = await flow.code(request.body.code, request);
        const over = [cookies.noCode(), cookies.noLink()];
        return json({ return_to: returnTo }, { headers: fresh, cookies: [...sessions.cookies(signedIn), ...over] });
      },
    }),
  ];
}
