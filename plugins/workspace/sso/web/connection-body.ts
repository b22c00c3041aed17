import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import type { BodyOf } from '#plugins/ui/web/contract.ts';

type Connection = Schemas['SsoConnection'];
type ConnectionBody = BodyOf<'patch', '/console/api/sso/connections/{connection_id}'>;

const TEXTS = ['name', 'issuer', 'client_id', 'client_secret', 'metadata', 'idp_entity_id', 'sso_url'] as const;
const CLEARED = ['metadata_url', 'email_attribute', 'name_attribute'] as const;

/** The text of a field, without blanks around it. */
function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/**
 * What the fields say that is not so already: a changed key of the provider takes a new approval of its domains, so nothing
 * is told again that stays as it is.
 */
export function connectionBody(fields: FormData, connection: Connection | null): ConnectionBody {
  const body: { -readonly [Name in keyof ConnectionBody]: ConnectionBody[Name] } = {};
  const known = (connection ?? {}) as Readonly<Record<string, unknown>>;
  const told = <Name extends keyof ConnectionBody>(name: Name, value: ConnectionBody[Name] | undefined) => {
    const before = known[name] ?? (typeof value === 'boolean' ? false : null);
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(before)) body[name] = value;
  };
  for (const name of TEXTS) {
    told(name, textOf(fields, name) || undefined);
  }
  // These may be taken away again.
  for (const name of CLEARED) {
    if (fields.has(name)) told(name, textOf(fields, name) || null);
  }
  const scopes = textOf(fields, 'scopes').split(/\s+/).filter(Boolean);
  if (scopes.length > 0) told('scopes', scopes);
  if (fields.has('metadata')) {
    told('allow_idp_initiated', fields.has('allow_idp_initiated'));
    told('want_encryption', fields.has('want_encryption'));
  }
  const pems = textOf(fields, 'certificates').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const stored = connection?.kind === 'saml' ? connection.certificates.map(({ pem }) => pem.trim()) : [];
  if (pems.length > 0 && JSON.stringify(pems.map(plain)) !== JSON.stringify(stored.map(plain))) {
    body.certificates = pems;
  }
  return body;
}

/** Forms send line breaks of their own. */
const plain = (pem: string) => pem.replaceAll(/\s+/g, '');
