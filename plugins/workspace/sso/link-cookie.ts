import type { Secrets } from '#plugins/secrets/contract.ts';
import type { GivenRole } from './connection.ts';
import { noCookie, openedCookie, type SealedCookie, sealedCookie } from './sealed-cookie.ts';

/** Somebody whom a provider has proved, and who waits for the account's owner to say that it is the same person. */
export interface WaitingLink {
  readonly connectionId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly accountId: string;
  /** What the provider gave at that time; null: none. */
  readonly role: GivenRole | null;
}

const cookie: SealedCookie = { name: 'weft_sso_link', path: '/console/api/sso', purpose: 'sso.link', seconds: 600 };

/**
 * Seals it into a cookie: confirmed only in the browser that proved it, so nobody can be sent a link that gives their
 * account to its sender. `Strict`, for only pages of this site have a use for it.
 */
export function linkCookie(secrets: Secrets, link: WaitingLink, isSecure: boolean): string {
  return sealedCookie(secrets, cookie, { ...link, owner: link.connectionId }, { isSecure, sameSite: 'Strict' });
}

/** Takes it back. */
export function noLinkCookie(isSecure: boolean): string {
  return noCookie(cookie, isSecure);
}

/** What waits in a browser; null: nothing, or nothing any more. */
export function linkIn(secrets: Secrets, cookies: string | undefined): WaitingLink | null {
  return openedCookie<WaitingLink & { readonly owner: string }>(secrets, cookie, cookies);
}
