import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { text, uuid, seconds, boolean } = schemas;
const tag = 'MCP';

const grant = objectSchema('McpGrant', {
  id: uuid,
  client_name: { ...text, description: 'Name that the client reports.' },
  client_id: text,
  redirect: { ...text, description: 'Redirect target: a host, or the URI scheme of an application.' },
  workspace_id: uuid,
  app: {
    ...orNull(objectSchema('McpGrantedApp', { id: uuid, name: text })),
    description: 'null: all apps of the workspace.',
  },
  created_at: seconds,
  last_used_at: {
    ...orNull(seconds),
    description: 'When it last received an access token, which is valid for 15 minutes.',
  },
});

const offer = objectSchema('McpOffer', {
  workspace_id: uuid,
  app: orNull(objectSchema('McpOfferedApp', { id: uuid, name: text })),
  enabled: { ...boolean, description: 'false: the MCP server is off, so no access can be granted.' },
  tools: listOf(objectSchema('McpOfferedTool', { name: text, title: text })),
  account: objectSchema('McpOfferAccount', { email: text, name: text }),
});

const id = '0198f9a2-7c11-7a55-9c0e-2f6a4a1d8b10';
const grantExample = {
  id: '0198f9a2-7c11-7a55-9c0e-2f6a4a1d8b11',
  client_name: 'My client',
  client_id: '0198f9a2-7c11-7a55-9c0e-2f6a4a1d8b12',
  redirect: '127.0.0.1:3334',
  workspace_id: '0198f9a2-7c11-7a55-9c0e-2f6a4a1d8b13',
  app: { id, name: 'Ferns' },
  created_at: 1_795_000_000,
  last_used_at: 1_795_000_900,
};

const given = objectSchema('McpGiven', {
  id: uuid,
  client_name: text,
  redirect_to: { ...text, description: 'Address of the client to redirect the browser to, with its code.' },
});

/** What is told of grants. */
export const grantDocs = {
  list: {
    tag,
    answers: {
      200: jsonAnswer('A list, newest first.', objectSchema('McpGrants', { data: listOf(grant) }), {
        data: [grantExample],
      }),
    },
  },
  revoke: { tag, answers: { 204: emptyAnswer('The access was revoked.') }, errors: { 404: ['no_grant'] } },
  offer: {
    tag,
    description: 'Used by the consent page.',
    answers: { 200: jsonAnswer('The access that can be granted.', offer) },
    errors: { 404: ['no_server'] },
  },
  allow: {
    tag,
    description:
      'Used by the consent page, by signed-in users; keys cannot grant access. The client is validated again.',
    bodyExample: {
      app_id: id,
      client_id: grantExample.client_id,
      redirect_uri: 'http://127.0.0.1:3334/callback',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    },
    answers: { 201: jsonAnswer('The access was granted.', given) },
    errors: {
      400: ['invalid_request'],
      403: ['in_person', 'switched_off'],
      404: ['no_server'],
      429: ['too_many_attempts'],
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
