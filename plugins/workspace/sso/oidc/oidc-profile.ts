import { domainOf, emailIn, nameOf } from '#plugins/sso/addresses.ts';
import type { Profile } from '#plugins/sso/connection.ts';
import { refused } from '#plugins/sso/failures.ts';

/** Issuer of the preset `google`. */
export const GOOGLE = 'https://accounts.google.com';

/** What checked claims say of somebody. */
export function toProfile(
  claims: Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string },
): Profile {
  if (!/^[\x20-\x7e]{1,255}$/.test(claims.sub)) throw refused('its subject is not one');
  const email = emailIn(claims.email);
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    isEmailVerified: isVerified(claims.email_verified) && isTheirs(claims, email),
    name: nameOf(claims.name, email),
    claims,
  };
}

/** Some providers write the answer as a text. */
function isVerified(value: unknown): boolean {
  return value === true || value === 'true';
}

/**
 * An account at Google may have any address, checked once long ago: Google speaks for those of its own and of the
 * organisation (`hd`) that the account belongs to.
 */
function isTheirs(claims: Readonly<Record<string, unknown>>, email: string | null): boolean {
  if (claims.iss !== GOOGLE) return true;
  const domain = domainOf(email ?? '');
  return domain === 'gmail.com' || claims.hd === domain;
}
