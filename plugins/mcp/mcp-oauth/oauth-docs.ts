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
    client_secret: { ...text, description: 'Returned only in this response. Omitted for `none`.' },
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
  expires_in: { ...integer, description: 'Lifetime of the access token in seconds.' },
  refresh_token: { ...text, description: 'Can be used once; each response contains the next one.' },
  scope: text,
});

const refusal = objectSchema('OAuthError', { error: text, error_description: text });
const refused = (description: string) =>
  jsonAnswer(description, refusal, { error: 'invalid_grant', error_description: 'The code was used' });
const asForm = 'Form-encoded (`application/x-www-form-urlencoded`), with errors as defined in RFC 6749.';

/** What is told of the authorization server. */
export const oauthDocs = {
  resource: {
    tag,
    description:
      'OAuth 2.0 Protected Resource Metadata (RFC 9728), followed by the path of the MCP server. The response does not reveal whether that server exists.',
    answers: {
      200: jsonAnswer('The metadata, with the authorization server to use.', resource, {
        resource: 'https://weft.example.com/mcp/apps/0198f9a2-7c11-7a55-9c0e-2f6a4a1d8b10',
        authorization_servers: ['https://weft.example.com'],
        scopes_supported: ['apps.use'],
        bearer_methods_supported: ['header'],
      }),
    },
    errors: { 404: ['no_server'] },
  },
  server: {
    tag,
    description: 'OAuth 2.0 Authorization Server Metadata (RFC 8414).',
    answers: { 200: jsonAnswer('The metadata of the authorization server.', server) },
  },
  authorize: {
    tag,
    description:
      "Opened by browsers. The browser is never redirected to a client without the user's action, not even with an error.",
    answers: {
      200: page('The consent page.'),
      400: page('A page that describes the error in the request.'),
      503: page('The pages are still being built. The response is a page that reloads itself.'),
    },
    errors: { 429: ['too_many_attempts'] },
  },
  register: {
    tag,
    description:
      'Dynamic client registration (RFC 7591). Clients with a Client ID Metadata Document do not need to register: its address is their `client_id`.',
    bodyExample: { client_name: 'My client', redirect_uris: ['http://127.0.0.1:3334/callback'] },
    answers: { 201: jsonAnswer('The client.', client), 400: refused('The client metadata is invalid.') },
    errors: { 429: ['too_many_attempts'] },
  },
  token: {
    tag,
    description: asForm,
    answers: {
      200: jsonAnswer('The tokens.', tokens),
      400: refused('The code or refresh token is not valid, or the request is invalid.'),
      401: refused('The client is unknown, or its authentication failed.'),
    },
    errors: { 429: ['too_many_attempts'] },
  },
  revoke: {
    tag,
    description: `${asForm} Token revocation (RFC 7009): revoking either token revokes both.`,
    answers: {
      200: jsonAnswer('The token is revoked, or was never valid.', objectSchema('OAuthRevoked', {})),
      400: refused('The request is invalid.'),
      401: refused('The client is unknown, or its authentication failed.'),
    },
    errors: { 429: ['too_many_attempts'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
