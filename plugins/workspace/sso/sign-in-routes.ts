import { type HttpServer, json, Public, type Route, route, text } from '#http';
import { answerInBrowser } from './browser-answer.ts';
import { isSecure, startAddress } from './site-addresses.ts';
import { ssoDocs } from './sso-docs.ts';
import type { SsoSignIn } from './sso-sign-in.ts';

const params = { type: 'object', properties: { connection_id: { type: 'string', format: 'uuid' } } } as const;
/** Ten times what providers send whose people are in hundreds of groups. */
const FORM_LIMIT = 256 * 1024;

/** Where browsers begin to sign in, and where providers send them back to. */
export function signInRoutes(signIn: SsoSignIn, server: HttpServer): Route[] {
  return [
    route({
      id: 'sso.start',
      method: 'GET',
      path: '/console/api/sso/:connection_id/start',
      access: Public,
      summary: 'Sign in with an identity provider: redirects to it',
      docs: ssoDocs.start,
      params,
      query: { type: 'object', properties: { return_to: { type: 'string', maxLength: 1000, default: '/' } } },
      handle: (request) => signIn.start(request.params.connection_id, request.query.return_to, request),
    }),
    route({
      id: 'sso.visit',
      method: 'GET',
      path: '/console/api/sso/:connection_id/visit',
      access: Public,
      summary: 'Enter a web app with an identity provider: redirects to it, and back to the app with a proof',
      docs: ssoDocs.visit,
      params,
      query: {
        type: 'object',
        required: ['app_id'],
        properties: {
          app_id: { type: 'string', format: 'uuid' },
          state: {
            type: 'string',
            maxLength: 100,
            pattern: '^[A-Za-z0-9_-]*$',
            default: '',
            description: 'Returned with the proof. Lets the page verify that it started the request.',
          },
        },
      },
      handle: (request) => {
        const { app_id: appId, state } = request.query;
        return signIn.startVisit(request.params.connection_id, { appId, state }, request);
      },
    }),
    route({
      id: 'sso.ways',
      method: 'POST',
      path: '/console/api/sso/ways',
      access: Public,
      summary: 'List the identity providers for an e-mail address, for sign-in pages that ask for the address first',
      docs: ssoDocs.ways,
      body: {
        type: 'object',
        required: ['email'],
        additionalProperties: false,
        properties: {
          email: {
            type: 'string',
            minLength: 3,
            maxLength: 254,
            pattern: '^[^\\u0000]*$',
            description: 'An e-mail address.',
          },
        },
      },
      async handle(request) {
        const found = await signIn.ways(request.body.email, request);
        return json({ data: found.map(({ id, name }) => ({ id, name, start_url: startAddress(server, id) })) });
      },
    }),
    ...answerRoutes(signIn, server),
  ];
}

/** What a provider sends people back to. */
function answerRoutes(signIn: SsoSignIn, server: HttpServer): Route[] {
  return [
    route({
      id: 'sso.callback',
      method: 'GET',
      path: '/console/api/sso/callback',
      access: Public,
      summary: 'OpenID Connect callback: sets the session cookies and redirects',
      docs: ssoDocs.callback,
      handle: (request) => answerInBrowser(request, isSecure(server), () => signIn.finish(request)),
    }),
    route({
      id: 'sso.accept',
      method: 'POST',
      path: '/console/api/sso/:connection_id/acs',
      access: Public,
      summary: 'SAML assertion consumer service: sets the session cookies and redirects',
      docs: ssoDocs.accept,
      params,
      bodyType: 'form',
      bodyLimit: FORM_LIMIT,
      body: {
        type: 'object',
        required: ['SAMLResponse'],
        properties: {
          SAMLResponse: { type: 'string', minLength: 1 },
          RelayState: { type: 'string', maxLength: 1000 },
        },
      },
      handle: (request) =>
        answerInBrowser(request, isSecure(server), () =>
          signIn.accept(request.params.connection_id, request.body, request),
        ),
    }),
    route({
      id: 'sso.metadata',
      method: 'GET',
      path: '/console/api/sso/:connection_id/metadata',
      access: Public,
      summary: 'Get the SAML service provider metadata of a connection',
      docs: ssoDocs.metadata,
      params,
      handle: async ({ params: { connection_id: id } }) =>
        text(await signIn.metadata(id), { contentType: 'application/samlmetadata+xml' }),
    }),
  ];
}
