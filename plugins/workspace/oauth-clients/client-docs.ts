import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const tag = 'Installation';
const { text, boolean, seconds } = schemas;

const client = objectSchema('OAuthClient', {
  provider: { type: 'string', enum: ['google', 'microsoft', 'github', 'gitlab'] },
  label: { ...text, description: 'Name of the service.' },
  set_by: {
    ...orNull({ type: 'string', enum: ['configuration', 'installation'] }),
    description: 'Where the client is set. null: no client is set.',
  },
  client_id: orNull(text),
  base_url: { ...text, description: 'Address of the service.' },
  has_own_servers: { ...boolean, description: 'Whether the service can run at another address.' },
  domains: { ...listOf(text), description: 'E-mail domains whose people may sign in without an invitation.' },
  tenant: { ...orNull(text), description: 'Microsoft: the tenant.' },
  drive_readonly: { ...boolean, description: 'Google: whether the client may request to read a whole Drive.' },
  registration_url: { ...text, description: 'Where clients of the service are registered.' },
  address_trouble: {
    ...orNull({ type: 'string', enum: ['raw_ip', 'not_https', 'not_public'] }),
    description: 'Why the service does not accept redirect addresses of this server. null: it does.',
  },
  updated_at: orNull(seconds),
});
const redirect = objectSchema('OAuthRedirectAddress', {
  used_for: { type: 'string', enum: ['sign_in', 'connected_accounts'] },
  url: text,
});
const unknown = { 404: ['no_service'] };

export const clientDocs = {
  list: {
    tag,
    answers: {
      200: jsonAnswer(
        'The services, and the redirect addresses to register at each of them.',
        objectSchema('OAuthClients', { data: listOf(client), redirect_uris: listOf(redirect) }),
      ),
    },
  },
  set: {
    tag,
    bodyExample: { client_id: 'weft', client_secret: 'GOCSPX-example', domains: ['example.com'] },
    answers: { 200: jsonAnswer('The client. Its secret is never returned.', client) },
    errors: {
      ...unknown,
      400: ['invalid_client', 'secret_needed', 'invalid_request'],
      403: ['address_refused'],
      409: ['in_configuration'],
    },
  },
  remove: {
    tag,
    answers: { 204: emptyAnswer('Removed.') },
    errors: { 404: ['no_service', 'no_client'], 409: ['in_configuration'] },
  },
  test: {
    tag,
    description: 'Sends the id and the secret to the service with an invalid authorization code. No user is signed in.',
    answers: {
      200: jsonAnswer(
        'The response of the service.',
        objectSchema('OAuthClientCheck', {
          result: { type: 'string', enum: ['accepted', 'refused', 'unclear'] },
          says: { ...text, description: 'Error code returned by the service. Empty: none.' },
          host: { ...text, description: 'The host that was called.' },
        }),
      ),
    },
    errors: {
      404: ['no_service', 'no_client'],
      403: ['address_refused'],
      400: ['invalid_request', 'too_large'],
      503: ['unreachable', 'timeout'],
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
