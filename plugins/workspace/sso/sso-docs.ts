import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { text, boolean, uuid, seconds } = schemas;
const tag = 'Single sign-on';

/** Of both kinds, after what only one has. */
const common = {
  domains: listOf(
    objectSchema('SsoDomain', {
      name: text,
      approved: { ...boolean, description: 'Whether an operator has let it stand for accounts.' },
    }),
  ),
  default_role: orNull(text),
  role_claim: orNull(text),
  role_mapping: listOf(objectSchema('SsoRoleRule', { value: text, role: text })),
  enabled: boolean,
  start_url: { ...text, description: 'Where people begin to sign in; takes `return_to`, a path.' },
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
  redirect_uri: { ...text, description: 'To be allowed at the provider.' },
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
  sp_entity_id: { ...text, description: 'What the provider knows us by; our metadata are at this address.' },
  acs_url: { ...text, description: 'Where the provider sends its answers (HTTP-POST).' },
  ...common,
});
const connection = { title: 'SsoConnection', oneOf: [oidc, saml] };
const one = jsonAnswer('The connection; its secret is never shown.', connection);
const missing = { 404: ['no_connection'] };
const linkPlace = { connection_id: uuid, workspace_id: uuid, name: { ...text, description: 'Of the connection.' } };
const gone = { description: 'Goes to `Location`.', headers: { Location: 'Where to.' } };

export const ssoDocs = {
  list: {
    tag,
    answers: { 200: jsonAnswer('Oldest first.', objectSchema('SsoConnections', { data: listOf(connection) })) },
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
        'It answers as it should.',
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
        'Those whose domain it is; none for any other address.',
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
      'For pages of web apps that only whoever passes single sign-on may enter. Nobody is signed in: the browser comes back to `{WEB_APP_URL}/chat/{app_id}#proof=…` with a proof for `POST /web/api/visit`, good once and for two minutes, or with `#refused=<code of the error>`.',
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
      'Called by browsers, with the form that the provider gives them. The answer must be that to the request which this browser was sent with, unless the connection allows the provider to begin.',
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
        'Oldest first. `waiting`: who was proved in this browser within ten minutes, and is to be confirmed.',
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
      'For whoever was answered with `link_needed`, in the same browser, signed in to the account. From then on both people of the provider sign in to it.',
    answers: { 201: jsonAnswer('Linked.', objectSchema('ConfirmedSsoLink', linkPlace)) },
    errors: {
      403: ['link_of_other', 'proof_needed', 'no_role', 'removed', 'plan_limit'],
      404: ['no_link'],
    },
  },
  metadata: {
    tag,
    description: 'SAML 2.0 metadata of this site for one connection, as the provider wants them; also while it is off.',
    answers: {
      200: {
        description: 'Who we are, where we take answers, and the certificate of our requests.',
        content: { 'application/samlmetadata+xml': { schema: text } },
      },
    },
    errors: missing,
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
