import type { InstallationClient } from '#plugins/oauth-clients/contract.ts';
import { domainOf, type Profile } from '#plugins/sso/contract.ts';

/** Somebody at a service, as it has proved who they are. */
export interface Person {
  readonly provider: string;
  readonly issuer: string;
  /** Never changes there; the address does. */
  readonly subject: string;
  /** In lower case; null: it told none. */
  readonly email: string | null;
  /** Whether the service has checked the address, at some time. */
  readonly isVerified: boolean;
  /** Whether the service speaks for the address: it is of its own mail, or of the organisation that the person belongs to. */
  readonly isTheirs: boolean;
  readonly name: string;
}

/**
 * What the checked claims of a service say. An account at Google may have any address, which Google checked once, long ago:
 * it speaks for those of its own mail and of the organisation (`hd`). Microsoft says of no address whether it was checked, but
 * where it says that the owner of its domain is (`xms_edov`); within the operator's own tenant, those of the domains that the
 * operator names are.
 */
export function personOf(
  { provider, domains }: InstallationClient,
  { issuer, subject, email, name, claims }: Profile,
): Person {
  const domain = domainOf(email ?? '');
  const known = { provider, issuer, subject, email, name };
  switch (provider) {
    case 'google': {
      const isVerified = isYes(claims.email_verified);
      return { ...known, isVerified, isTheirs: isVerified && (domain === 'gmail.com' || claims.hd === domain) };
    }
    case 'microsoft': {
      const isVerified = email !== null && (isYes(claims.xms_edov) || domains.includes(domain));
      return { ...known, isVerified, isTheirs: isVerified };
    }
    default:
      return { ...known, isVerified: isYes(claims.email_verified), isTheirs: false };
  }
}

/** Some write the answer as a text, or a number. */
function isYes(value: unknown): boolean {
  return value === true || value === 'true' || value === 1 || value === '1';
}
