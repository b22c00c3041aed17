import type { Secrets } from '#plugins/secrets/contract.ts';
import type { OidcChecks } from './oidc/oidc-client.ts';
import type { SamlChecks } from './saml/saml-client.ts';
import { noCookie, openedCookie, type SealedCookie, sealedCookie } from './sealed-cookie.ts';

/** A visit of an app's page: who comes back is not signed in, but sent there with a proof. */
export interface VisitAim {
  readonly appId: string;
  /** Handed back to the page, which knows by it that it was the one that asked; empty: none. */
  readonly state: string;
}

interface AttemptFacts {
  readonly connectionId: string;
  /** Whom it was begun with: the issuer, or the trust of a SAML connection. */
  readonly provider: string;
  /** A path of this site; of no meaning to a visit. */
  readonly returnTo: string;
  /** What it is for, if not to sign in. Sealed with the rest: neither becomes the other on its way. */
  readonly visit?: VisitAim;
}

/** A sign-in on its way, kept by the browser that began it. */
export type Attempt = AttemptFacts &
  ({ readonly kind: 'oidc'; readonly checks: OidcChecks } | { readonly kind: 'saml'; readonly checks: SamlChecks });

const cookie: SealedCookie = { name: 'weft_sso', path: '/console/api/sso', purpose: 'sso.attempt', seconds: 600 };

/**
 * Seals an attempt into a cookie: what others begin can't be ended here, and nothing is stored for strangers. `Lax` where
 * the provider sends the browser back by a link. SAML has it send a form, which takes `None`, and browsers take that only
 * with HTTPS; without it, provider and console must be on one machine. It is no less bound: whoever makes a browser send
 * a form does not know the request that it must answer.
 */
export function attemptCookie(secrets: Secrets, attempt: Attempt, isSecure: boolean): string {
  const sameSite = attempt.kind === 'saml' && isSecure ? 'None' : 'Lax';
  return sealedCookie(secrets, cookie, { ...attempt, owner: attempt.connectionId }, { isSecure, sameSite });
}

/** Takes it back. */
export function noAttemptCookie(isSecure: boolean): string {
  return noCookie(cookie, isSecure);
}

/** The attempt of a browser; null: none, or none any more. */
export function attemptIn(secrets: Secrets, cookies: string | undefined): Attempt | null {
  return openedCookie<Attempt & { readonly owner: string }>(secrets, cookie, cookies);
}
