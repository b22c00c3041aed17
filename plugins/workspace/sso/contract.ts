import { token } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import type { OidcClient } from './oidc/oidc-client.ts';

/** For who else signs people in: addresses and names as providers tell them, paths of this site, and the guarded client. */
export { domainOf, emailIn, isLocal, nameOf } from './addresses.ts';
/** Who somebody is, as a provider has proved it. */
export type { Profile } from './connection.ts';
export { platformErrorIn, providerFailed, refused } from './failures.ts';
export { egressFetch } from './oidc/egress-fetch.ts';
export type { OidcChecks, OidcClient, OidcTarget } from './oidc/oidc-client.ts';
export { redirect } from './redirect.ts';
export { returnPath } from './return-path.ts';
export { noCookie, openedCookie, type SealedCookie, sealedCookie } from './sealed-cookie.ts';

/** A client for OpenID Connect; its library is loaded with the first. */
export async function openOidcClient(egress: Egress): Promise<OidcClient> {
  const module = await import('./oidc/oidc-client.ts');
  return new module.OidcClient(egress);
}

/** A provider over which visitors may come into web apps of a workspace. */
export interface SsoVisitWay {
  /** Of the connection. */
  readonly id: string;
  readonly name: string;
  /** Where the browser begins; takes `app_id`, and `state`, which is handed back beside the proof. */
  readonly url: string;
}

/** Whom a provider has vouched for. */
export interface SsoVisitor {
  readonly connectionId: string;
  /** The same for the same person of the same connection, and for nobody else: 64 hex digits that tell nothing. */
  readonly person: string;
}

/**
 * Visits of web apps over the identity providers of a workspace. Whoever the provider vouches for as it does for a sign-in
 * comes in, and becomes neither an account nor a member.
 */
export interface SsoVisits {
  /** Connections that are on, oldest first; none while the workspace is closed. */
  ways(workspaceId: string): Promise<readonly SsoVisitWay[]>;
  /**
   * Who has come with a proof (`#proof=…` of the address the browser was sent to); null: it was not made here, is of
   * another app, workspace or connection, was used before, or is older than two minutes. A proof is good once, for the
   * first who asks with the right place.
   */
  verify(proof: string, place: { readonly workspaceId: string; readonly appId: string }): Promise<SsoVisitor | null>;
  /** Whether a connection would still let visitors in: it is on, and its workspace is open. Asked of memory or one row. */
  isOpen(workspaceId: string, connectionId: string): Promise<boolean>;
}

export const SsoVisits = token<SsoVisits>('sso.visits');
