import { type HttpServer, json, Public, type Route, route, text } from '#http';
import { startAddress } from './site-addresses.ts';
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
      summary: 'Sign in over an identity provider: goes there',
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
      summary: 'Visit a web app over an identity provider: goes there, and comes back to the app with a proof',
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
            description: 'Handed back beside the proof: the page knows by it that it was the one that asked.',
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
      summary:
        'List the identity providers that an address may sign in over, for a page that asks for the address first',
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
    route({
      id: 'sso.callback',
      method: 'GET',
      path: '/console/api/sso/callback',
      access: Public,
      summary: 'Come back from an identity provider: sets the cookies of a session, and goes on',
      docs: ssoDocs.callback,
      handle: (request) => signIn.finish(request),
    }),
    route({
      id: 'sso.accept',
      method: 'POST',
      path: '/console/api/sso/:connection_id/acs',
      access: Public,
      summary: 'Come back from a SAML identity provider: sets the cookies of a session, and goes on',
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
      handle: (request) => signIn.accept(request.params.connection_id, request.body, request),
    }),
    route({
      id: 'sso.metadata',
      method: 'GET',
      path: '/console/api/sso/:connection_id/metadata',
      access: Public,
      summary: 'Show a SAML identity provider who we are',
      docs: ssoDocs.metadata,
      params,
      handle: async ({ params: { connection_id: id } }) =>
        text(await signIn.metadata(id), { contentType: 'application/samlmetadata+xml' }),
    }),
  ];
}
