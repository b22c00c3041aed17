import { type HttpServer, unixSeconds } from '#http';
import type { Connection, GivenRole, OidcConnection, RoleRule, SamlConnection } from './connection.ts';
import type { ConnectionChanges } from './connections-service.ts';
import type { OidcChanges } from './oidc/oidc-setup.ts';
import { certificateFacts } from './saml/certificates.ts';
import type { SamlChanges } from './saml/saml-setup.ts';
import { acsAddress, callbackAddress, metadataAddress, startAddress } from './site-addresses.ts';

/** What a request says of a connection. */
export interface ConnectionBody {
  readonly kind?: Connection['kind'];
  readonly name?: string;
  readonly domains?: readonly string[];
  readonly default_role?: GivenRole | null;
  readonly role_claim?: string | null;
  readonly role_mapping?: readonly RoleRule[];
  readonly enabled?: boolean;
  readonly preset?: 'google';
  readonly issuer?: string;
  readonly client_id?: string;
  readonly client_secret?: string | null;
  readonly scopes?: readonly string[];
  readonly metadata?: string;
  readonly metadata_url?: string | null;
  readonly idp_entity_id?: string;
  readonly sso_url?: string;
  readonly certificates?: readonly string[];
  readonly email_attribute?: string | null;
  readonly name_attribute?: string | null;
  readonly allow_idp_initiated?: boolean;
  readonly want_encryption?: boolean;
}

/** Secrets are told of, not shown. */
export function connectionItem(connection: Connection, server: HttpServer) {
  const { id, name, domains, approvedDomains } = connection;
  const common = {
    id,
    name,
    domains: domains.map((domain) => ({ name: domain, approved: approvedDomains.includes(domain) })),
    default_role: connection.defaultRole,
    role_claim: connection.roleClaim,
    role_mapping: connection.roleMapping,
    enabled: connection.enabled,
    start_url: startAddress(server, id),
    created_at: unixSeconds(connection.createdAt),
    updated_at: unixSeconds(connection.updatedAt),
  };
  return connection.kind === 'oidc'
    ? { ...common, kind: connection.kind, ...oidcItem(connection, server) }
    : { ...common, kind: connection.kind, ...samlItem(connection, server) };
}

function oidcItem({ settings, sealedSecret }: OidcConnection, server: HttpServer) {
  return {
    issuer: settings.issuer,
    client_id: settings.clientId,
    has_secret: sealedSecret !== null,
    scopes: settings.scopes,
    redirect_uri: callbackAddress(server),
  };
}

function samlItem({ id, settings }: SamlConnection, server: HttpServer) {
  const certificates = settings.certificates.map(certificateFacts);
  return {
    idp_entity_id: settings.entityId,
    sso_url: settings.ssoUrl,
    certificates: certificates.map(({ pem, sha256, expiresAt }) => ({
      sha256,
      expires_at: unixSeconds(expiresAt),
      pem,
    })),
    metadata_url: settings.metadataUrl,
    email_attribute: settings.emailAttribute,
    name_attribute: settings.nameAttribute,
    allow_idp_initiated: settings.allowsUnasked,
    want_encryption: settings.wantsEncryption,
    sp_entity_id: metadataAddress(server, id),
    acs_url: acsAddress(server, id),
  };
}

export function changesOf(body: ConnectionBody): ConnectionChanges {
  const oidc: OidcChanges = given({
    preset: body.preset,
    issuer: body.issuer,
    clientId: body.client_id,
    clientSecret: body.client_secret,
    scopes: body.scopes,
  });
  const saml: SamlChanges = given({
    metadata: body.metadata,
    metadataUrl: body.metadata_url,
    entityId: body.idp_entity_id,
    ssoUrl: body.sso_url,
    certificates: body.certificates,
    emailAttribute: body.email_attribute,
    nameAttribute: body.name_attribute,
    allowsUnasked: body.allow_idp_initiated,
    wantsEncryption: body.want_encryption,
  });
  return {
    ...given({
      name: body.name?.replace(/\p{Cc}+/gu, ' ').trim(),
      domains: body.domains,
      defaultRole: body.default_role,
      roleClaim: body.role_claim,
      roleMapping: body.role_mapping,
      enabled: body.enabled,
    }),
    ...(Object.keys(oidc).length > 0 && { oidc }),
    ...(Object.keys(saml).length > 0 && { saml }),
  };
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without what is absent. */
function given<T extends object>(values: T): Given<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>;
}
