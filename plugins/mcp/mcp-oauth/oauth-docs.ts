import { jsonAnswer, listOf, objectSchema, type RouteDocs, schemas } from '#http';

const { text, integer, boolean } = schemas;
const tag = 'MCP';
const page = (description: string) => ({ description, content: { 'text/html': { schema: text } } });

const resource = objectSchema('McpProtectedResource', {
  resource: text,
  authorization_servers: listOf(text),
  scopes_supported: listOf(text),
  bearer_methods_supported: listOf(text),
});

const server = objectSchema('McpAuthorizationServer', {
  issuer: text,
  authorization_endpoint: text,
  token_endpoint: text,
  registration_endpoint: text,
  revocation_endpoint: text,
  scopes_supported: listOf(text),
  response_types_supported: listOf(text),
  response_modes_supported: listOf(text),
  grant_types_supported: listOf(text),
  code_challenge_methods_supported: listOf(text),
  token_endpoint_auth_methods_supported: listOf(text),
  revocation_endpoint_auth_methods_supported: listOf(text),
  authorization_response_iss_parameter_supported: boolean,
  client_id_metadata_document_supported: boolean,
});

const client = objectSchema(
  'McpOAuthClient',
  {
    client_id: text,
    client_secret: { ...text, description: 'Shown this once; absent for `none`.' },
    client_secret_expires_at: integer,
    client_id_issued_at: integer,
    client_name: text,
    client_uri: text,
    redirect_uris: listOf(text),
    grant_types: listOf(text),
    response_types: listOf(text),
    token_endpoint_auth_method: text,
    scope: text,
  },
  { optional: ['client_secret', 'client_secret_expires_at', 'client_uri'] },
);

const tokens = objectSchema('McpOAuthTokens', {
  access_token: text,
  token_type: { type: 'string', const: 'Bearer' },
  expires_in: { ...integer, description: 'Seconds the access token is good for.' },
  refresh_token: { ...text, description: 'Good once: each answer has the next one.' },
  scope: text,
});

const refusal = objectSchema('OAuthError', { error: text, error_description: text });
const refused = (description: string) =>
  jsonAnswer(description, refusal, { error: 'invalid_grant', error_description: 'The code was used' });
const asForm = 'A form (`application/x-www-form-urlencoded`), and errors, as RFC 6749 has them.';

/** What is told of the authorization server. */
export const oauthDocs = {
  resource: {
    tag,
    description: 'RFC 9728, with the path of the server behind it. Whether there is such a server is not told.',
    answers: {
      200: jsonAnswer('Who authorises.', resource, {
        resource: 'https://weft.example.com/mcp/apps/0198f9a2-7c11-7a55-9c0e-2f6a4a1d8b10',
        authorization_servers: ['https://weft.example.com'],
        scopes_supported: ['apps.use'],
        bearer_methods_supported: ['header'],
      }),
    },
    errors: { 404: ['no_server'] },
  },
  server: { tag, description: 'RFC 8414.', answers: { 200: jsonAnswer('What is offered.', server) } },
  authorize: {
    tag,
    description: 'Browsers open it. Nobody is sent back to a client unasked: not with an error either.',
    answers: {
      200: page('A page that asks.'),
      400: page('A page that says what is wrong with the request.'),
      503: page('The pages are being built: a page that loads itself again.'),
    },
    errors: { 429: ['too_many_attempts'] },
  },
  register: {
    tag,
    description:
      'RFC 7591. Clients that have a metadata document (Client ID Metadata Documents) need not: its address is their `client_id`.',
    bodyExample: { client_name: 'My client', redirect_uris: ['http://127.0.0.1:3334/callback'] },
    answers: { 201: jsonAnswer('The client.', client), 400: refused('What it says of itself is not right.') },
    errors: { 429: ['too_many_attempts'] },
  },
  token: {
    tag,
    description: asForm,
    answers: {
      200: jsonAnswer('The tokens.', tokens),
      400: refused('The code or the refresh token does not count, or the request is not right.'),
      401: refused('The client is not known, or did not prove itself.'),
    },
    errors: { 429: ['too_many_attempts'] },
  },
  revoke: {
    tag,
    description: `${asForm} RFC 7009: either token ends what both are for.`,
    answers: {
      200: jsonAnswer('It counts no more, or never did.', objectSchema('OAuthRevoked', {})),
      400: refused('The request is not right.'),
      401: refused('The client is not known, or did not prove itself.'),
    },
    errors: { 429: ['too_many_attempts'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
