import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';
import { role } from './connection-schema.ts';

const { text, boolean, uuid, seconds } = schemas;
const tag = 'Single sign-on';
const given = { enum: role.enum } as const;

/** Of both kinds, after what only one has. */
const common = {
  domains: listOf(
    objectSchema('SsoDomain', {
      name: text,
      approved: { ...boolean, description: 'Whether an operator has approved the domain.' },
    }),
  ),
  default_role: orNull(given),
  role_claim: orNull(text),
  role_mapping: listOf(objectSchema('SsoRoleRule', { value: text, role: given })),
  enabled: boolean,
  start_url: { ...text, description: 'Where users start signing in. Accepts `return_to`, a path.' },
  created_at: seconds,
  updated_at: seconds,
};
const oidc = objectSchema('OidcConnection', {
  id: uuid,
  kind: { type: 'string', const: 'oidc' },
  name: text,
  issuer: text,
  client_id: text,
  has_secret: boolean,
  scopes: listOf(text),
  redirect_uri: { ...text, description: 'Must be allowed at the provider.' },
  ...common,
});
const saml = objectSchema('SamlConnection', {
  id: uuid,
  kind: { type: 'string', const: 'saml' },
  name: text,
  idp_entity_id: orNull(text),
  sso_url: orNull(text),
  certificates: listOf(objectSchema('SsoCertificate', { sha256: text, expires_at: seconds, pem: text })),
  metadata_url: orNull(text),
  email_attribute: orNull(text),
  name_attribute: orNull(text),
  allow_idp_initiated: boolean,
  want_encryption: boolean,
  sp_entity_id: {
    ...text,
    description: 'Entity id of this service provider. Its metadata is available at this address.',
  },
  acs_url: { ...text, description: 'Assertion consumer service: where the provider sends its responses (HTTP-POST).' },
  ...common,
});
const connection = { title: 'SsoConnection', oneOf: [oidc, saml] };
const one = jsonAnswer('The connection. Its secret is never returned.', connection);
const missing = { 404: ['no_connection'] };
const linkPlace = {
  connection_id: uuid,
  workspace_id: uuid,
  name: { ...text, description: 'Name of the connection.' },
};
const gone = { description: 'Redirects to `Location`.', headers: { Location: 'The address to redirect to.' } };

export const ssoDocs = {
  list: {
    tag,
    answers: {
      200: jsonAnswer('A list, oldest first.', objectSchema('SsoConnections', { data: listOf(connection) })),
    },
  },
  create: {
    tag,
    bodyExample: {
      kind: 'oidc',
      name: 'Example',
      issuer: 'https://login.example.com',
      client_id: 'weft',
      client_secret: '…',
      domains: ['example.com'],
      default_role: 'member',
      role_claim: 'groups',
      role_mapping: [{ value: 'weft-admins', role: 'admin' }],
    },
    answers: { 201: one },
    errors: {
      400: ['invalid_connection', 'invalid_request'],
      403: ['address_refused'],
      409: ['too_many_connections'],
      503: ['provider_failed', 'unreachable', 'timeout'],
    },
  },
  show: { tag, answers: { 200: one }, errors: missing },
  update: {
    tag,
    answers: { 200: one },
    errors: {
      ...missing,
      400: ['invalid_connection', 'secret_needed', 'invalid_request'],
      403: ['address_refused'],
      409: ['changed'],
      503: ['provider_failed', 'unreachable', 'timeout'],
    },
  },
  delete: { tag, answers: { 204: emptyAnswer('Deleted.') }, errors: missing },
  test: {
    tag,
    answers: {
      200: jsonAnswer(
        'The identity provider responds correctly.',
        objectSchema('SsoProvider', {
          result: { type: 'string', const: 'success' },
          issuer: text,
          authorization_endpoint: text,
          redirect_uri: text,
        }),
      ),
    },
    errors: {
      ...missing,
      400: ['invalid_connection'],
      403: ['address_refused'],
      503: ['provider_failed', 'unreachable', 'timeout'],
    },
  },
  approve: {
    tag,
    answers: { 200: one },
    errors: { ...missing, 400: ['invalid_connection'], 409: ['changed'] },
  },
  ways: {
    tag,
    answers: {
      200: jsonAnswer(
        'The identity providers for the domain of the address. Empty for other addresses.',
        objectSchema('SsoWays', { data: listOf(objectSchema('SsoWay', { id: uuid, name: text, start_url: text })) }),
      ),
    },
    errors: { 429: ['too_many_attempts'] },
  },
  start: {
    tag,
    answers: { 303: gone },
    errors: {
      ...missing,
      400: ['invalid_return'],
      403: ['address_refused'],
      429: ['too_many_attempts'],
      503: ['provider_failed', 'unreachable', 'timeout'],
    },
  },
  visit: {
    tag,
    description:
      'For web apps that require single sign-on. The visitor gets no session; the browser is redirected to `{WEB_APP_URL}/chat/{app_id}#proof=…` with a proof for `POST /web/api/visit`, which can be used once within two minutes, or to `#refused=<error code>`.',
    answers: { 303: gone },
    errors: {
      ...missing,
      403: ['address_refused'],
      429: ['too_many_attempts'],
      503: ['provider_failed', 'unreachable', 'timeout'],
    },
  },
  callback: {
    tag,
    query: {
      type: 'object',
      properties: { code: text, state: text, iss: text, error: text },
    },
    answers: { 303: gone },
    errors: {
      ...missing,
      401: ['sign_in_over', 'refused'],
      403: ['unverified_address', 'foreign_address', 'no_role', 'removed', 'plan_limit'],
      409: ['account_exists', 'link_needed'],
      429: ['too_many_attempts'],
      503: ['provider_failed', 'unreachable', 'timeout'],
    },
  },
  accept: {
    tag,
    description:
      'Called by browsers, with the form of the provider. The SAML response must match the request that this browser was sent with, unless the connection allows sign-in started by the provider.',
    answers: { 303: gone },
    errors: {
      ...missing,
      401: ['sign_in_over', 'refused'],
      403: ['unverified_address', 'foreign_address', 'no_role', 'removed', 'plan_limit'],
      409: ['account_exists', 'link_needed'],
      429: ['too_many_attempts'],
    },
  },
  links: {
    tag,
    answers: {
      200: jsonAnswer(
        'The linked identities, oldest first. `waiting`: an identity that signed in with this browser in the last ten minutes and has not been confirmed.',
        objectSchema('SsoLinks', {
          data: listOf(
            objectSchema('SsoLink', { ...linkPlace, subject: text, linked_at: seconds, signed_in_at: seconds }),
          ),
          waiting: orNull(objectSchema('WaitingSsoLink', { ...linkPlace, subject: text })),
        }),
      ),
    },
  },
  confirmLink: {
    tag,
    description:
      'For users who received `link_needed`: call this from the same browser, signed in to the account. After that, the identity can sign in to the account.',
    answers: { 201: jsonAnswer('The identity is linked.', objectSchema('ConfirmedSsoLink', linkPlace)) },
    errors: {
      403: ['link_of_other', 'proof_needed', 'no_role', 'removed', 'plan_limit'],
      404: ['no_link'],
    },
  },
  metadata: {
    tag,
    description:
      'SAML 2.0 service provider metadata of this site for one connection, in the form the provider expects. Also available while the connection is off.',
    answers: {
      200: {
        description: 'Entity id, assertion consumer service and signing certificate.',
        content: { 'application/samlmetadata+xml': { schema: text } },
      },
    },
    errors: missing,
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
