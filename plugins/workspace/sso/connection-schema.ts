import { nameOf } from '#http';

// PostgreSQL text holds no NUL, and a header no line break.
const line = '^[^\\u0000-\\u001f\\u007f]+$';
const role = { type: 'string', enum: ['admin', 'editor', 'member'] } as const;
const attribute = {
  type: ['string', 'null'],
  minLength: 1,
  maxLength: 200,
  pattern: line,
  description: 'One line.',
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
  role_claim: { ...attribute, description: 'Claim, or attribute of SAML, that says who gets which role.' },
  role_mapping: {
    type: 'array',
    maxItems: 100,
    items: {
      type: 'object',
      required: ['value', 'role'],
      additionalProperties: false,
      properties: {
        value: { type: 'string', minLength: 1, maxLength: 500, pattern: line, description: 'One line.' },
        role,
      },
    },
  },
  enabled: { type: 'boolean' },
  preset: { type: 'string', enum: ['google'], description: 'OpenID: in place of `issuer`.' },
  issuer: { type: 'string', minLength: 1, maxLength: 1000, description: 'OpenID.' },
  client_id: { type: 'string', minLength: 1, maxLength: 500, pattern: line, description: 'OpenID; one line.' },
  client_secret: {
    type: ['string', 'null'],
    minLength: 1,
    maxLength: 2000,
    pattern: line,
    description: 'OpenID; one line.',
  },
  scopes: {
    type: 'array',
    maxItems: 30,
    items: {
      type: 'string',
      pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,200}$',
      description: 'Letters, digits and signs of ASCII, but no space, quote or backslash.',
    },
    description: 'OpenID.',
  },
  metadata: { type: 'string', minLength: 1, maxLength: 500_000, description: "SAML: the provider's metadata, as XML." },
  metadata_url: {
    type: ['string', 'null'],
    minLength: 1,
    maxLength: 2000,
    description: 'SAML: where they are, to be read again each day. null: what was read stays.',
  },
  idp_entity_id: { type: 'string', minLength: 1, maxLength: 1024, description: 'SAML, without metadata.' },
  sso_url: { type: 'string', minLength: 1, maxLength: 2000, description: 'SAML, without metadata.' },
  certificates: {
    type: 'array',
    minItems: 1,
    maxItems: 10,
    items: { type: 'string', minLength: 1, maxLength: 20_000 },
    description: 'SAML, without metadata: those that sign assertions, as PEM. Several while they change.',
  },
  email_attribute: { ...attribute, description: 'SAML. null: the names that providers commonly use.' },
  name_attribute: { ...attribute, description: 'SAML. null: the names that providers commonly use.' },
  allow_idp_initiated: {
    type: 'boolean',
    description: 'SAML: whether the provider may send people who have not begun here. Default false.',
  },
  want_encryption: { type: 'boolean', description: 'SAML: whether assertions must be encrypted. Default false.' },
} as const;
