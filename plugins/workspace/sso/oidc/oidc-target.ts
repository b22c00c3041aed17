import type { Secrets } from '#plugins/secrets/contract.ts';
import { type OidcConnection, SECRET } from '#plugins/sso/connection.ts';
import type { OidcTarget } from './oidc-client.ts';

/** The provider of a connection; its secret is opened when it is needed. */
export function oidcTarget(secrets: Secrets, connection: OidcConnection): OidcTarget {
  const { id, workspaceId, updatedAt, settings, sealedSecret, roleClaim } = connection;
  return {
    ...{ id, version: updatedAt, claim: roleClaim },
    ...{ issuer: settings.issuer, clientId: settings.clientId, scopes: settings.scopes },
    secret: () => (sealedSecret === null ? null : secrets.open(workspaceId, `${SECRET}/${id}`, sealedSecret)),
  };
}
