import { isUuid } from '../../kernel/index.ts';
import type { Secrets } from '../secrets/contract.ts';
import type { OidcChecks } from './oidc/oidc-client.ts';
import type { SamlChecks } from './saml/saml-client.ts';

interface AttemptFacts {
  readonly connectionId: string;
  /** Whom it was begun with: the issuer, or the trust of a SAML connection. */
  readonly provider: string;
  /** A path of this site. */
  readonly returnTo: string;
}

/** A sign-in on its way, kept by the browser that began it. */
export type Attempt = AttemptFacts &
  ({ readonly kind: 'oidc'; readonly checks: OidcChecks } | { readonly kind: 'saml'; readonly checks: SamlChecks });

const NAME = 'weft_sso';
const PURPOSE = 'sso.attempt';
const PATH = '/console/api/sso';
const SECONDS = 600;

/**
 * Seals an attempt into a cookie: what others begin can't be ended here, and nothing is stored for strangers. `Lax` where
 * the provider sends the browser back by a link. SAML has it send a form, which takes `None`, and browsers take that only
 * with HTTPS; without it, provider and console must be on one machine. It is no less bound: whoever makes a browser send
 * a form does not know the request that it must answer.
 */
export function attemptCookie(secrets: Secrets, attempt: Attempt, isSecure: boolean): string {
  const { connectionId, kind } = attempt;
  const text = JSON.stringify({ ...attempt, until: Date.now() + SECONDS * 1000 });
  const value = `${connectionId}.${secrets.seal(connectionId, PURPOSE, text)}`;
  return cookie(value, { seconds: SECONDS, isSecure, sameSite: kind === 'saml' && isSecure ? 'None' : 'Lax' });
}

/** Takes it back. */
export function noAttemptCookie(isSecure: boolean): string {
  return cookie('', { seconds: 0, isSecure, sameSite: 'Lax' });
}

/** The attempt of a browser; null: none, or none any more. */
export function attemptIn(secrets: Secrets, cookies: string | undefined): Attempt | null {
  const pair = (cookies ?? '').split(';').find((item) => item.trim().startsWith(`${NAME}=`));
  const value = pair?.trim().slice(NAME.length + 1) ?? '';
  const connectionId = value.slice(0, 36);
  if (!isUuid(connectionId)) return null;
  try {
    const opened = JSON.parse(secrets.open(connectionId, PURPOSE, value.slice(37))) as Attempt & { until: number };
    return opened.until > Date.now() && opened.connectionId === connectionId ? opened : null;
  } catch {
    return null;
  }
}

function cookie(
  value: string,
  { seconds, isSecure, sameSite }: { seconds: number; isSecure: boolean; sameSite: 'Lax' | 'None' },
): string {
  const secure = isSecure ? '; Secure' : '';
  return `${NAME}=${value}; Path=${PATH}; HttpOnly; SameSite=${sameSite}; Max-Age=${seconds}${secure}`;
}
