import { nameOf } from '#http';

// PostgreSQL text holds no NUL, and a header no line break.
const line = '^[^\\u0000-\\u001f\\u007f]+$';
/** A role that a provider may give; ownership is handed over by its owner. */
export const role = { type: 'string', enum: ['admin', 'editor', 'member'] } as const;
const attribute = {
  type: ['string', 'null'],
  minLength: 1,
  maxLength: 200,
  pattern: line,
  description: 'A single line of text.',
} as const;

export const domains = {
  type: 'array',
  maxItems: 100,
  items: { type: 'string', minLength: 1, maxLength: 253 },
} as const;

/** What a request may say of a connection of either kind. */
export const connectionProperties = {
  name: nameOf(100),
  domains,
  default_role: { ...role, type: ['string', 'null'], enum: [...role.enum, null] },
  role_claim: { ...attribute, description: 'OpenID claim or SAML attribute that determines the role.' },
  role_mapping: {
    type: 'array',
    maxItems: 100,
    items: {
      type: 'object',
      required: ['value', 'role'],
      additionalProperties: false,
      properties: {
        value: { type: 'string', minLength: 1, maxLength: 500, pattern: line, description: 'A single line of text.' },
        role,
      },
    },
  },
  enabled: { type: 'boolean' },
  preset: {
    type: 'string',
    enum: ['google'],
    description: 'OpenID Connect: a well-known provider. Alternative to `issuer`.',
  },
  issuer: { type: 'string', minLength: 1, maxLength: 1000, description: 'OpenID Connect only.' },
  client_id: {
    type: 'string',
    minLength: 1,
    maxLength: 500,
    pattern: line,
    description: 'OpenID Connect only. A single line of text.',
  },
  client_secret: {
    type: ['string', 'null'],
    minLength: 1,
    maxLength: 2000,
    pattern: line,
    description: 'OpenID Connect only. A single line of text.',
  },
  scopes: {
    type: 'array',
    maxItems: 30,
    items: {
      type: 'string',
      pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,200}$',
      description: 'ASCII letters, digits and symbols, except space, quotes and backslash.',
    },
    description: 'OpenID Connect only.',
  },
  metadata: { type: 'string', minLength: 1, maxLength: 500_000, description: "SAML: the provider's metadata, as XML." },
  metadata_url: {
    type: ['string', 'null'],
    minLength: 1,
    maxLength: 2000,
    description: 'SAML: address of the metadata, which is read again every day. null: the stored metadata is kept.',
  },
  idp_entity_id: {
    type: 'string',
    minLength: 1,
    maxLength: 1024,
    description: 'SAML: required if no metadata is given.',
  },
  sso_url: {
    type: 'string',
    minLength: 1,
    maxLength: 2000,
    description: 'SAML: required if no metadata is given.',
  },
  certificates: {
    type: 'array',
    minItems: 1,
    maxItems: 10,
    items: { type: 'string', minLength: 1, maxLength: 20_000 },
    description:
      'SAML: signing certificates of the provider as PEM, if no metadata is given. May contain several during a rollover.',
  },
  email_attribute: {
    ...attribute,
    description: 'SAML: name of the attribute. null: the names that providers commonly use.',
  },
  name_attribute: {
    ...attribute,
    description: 'SAML: name of the attribute. null: the names that providers commonly use.',
  },
  allow_idp_initiated: {
    type: 'boolean',
    description: 'SAML: whether sign-in may be started by the provider. Defaults to false.',
  },
  want_encryption: { type: 'boolean', description: 'SAML: whether assertions must be encrypted. Defaults to false.' },
} as const;
