import type { Secrets } from '#plugins/secrets/contract.ts';
import { noCookie, type OidcChecks, openedCookie, type SealedCookie, sealedCookie } from '#plugins/sso/contract.ts';

/** A visit to a service on its way, kept by the browser that began it: what others begin can't be ended here. */
export interface Attempt {
  /** Id of the service. */
  readonly owner: string;
  /** Whom it was begun with. */
  readonly trust: string;
  readonly checks: OidcChecks;
  /** A path of this site. */
  readonly returnTo: string;
  /** The account that is to be linked; absent: somebody signs in. */
  readonly linkTo?: string;
  /** The secret of an invitation whose link was opened in this browser. */
  readonly invitation?: string;
}

/** Somebody whom a service has proved, and whose account exists: they sign in to it, and say that it is theirs. */
export interface WaitingLink {
  readonly owner: string;
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly accountId: string;
}

/** Somebody whom a service has proved, and whose account has a second factor. */
export interface WaitingCode {
  readonly owner: string;
  readonly issuer: string;
  readonly subject: string;
  readonly returnTo: string;
}

interface CookieParts {
  readonly secrets: Secrets;
  isSecure(): boolean;
}

const path = '/console/api/sign-in';
const attempt: SealedCookie = { name: 'weft_sign_in', path, purpose: 'sign-in.attempt', seconds: 600 };
const link: SealedCookie = { name: 'weft_sign_in_link', path, purpose: 'sign-in.link', seconds: 600 };
const code: SealedCookie = { name: 'weft_sign_in_code', path, purpose: 'sign-in.code', seconds: 600 };

/** What browsers keep for us, sealed. Only the first comes along with the service's link (`Lax`); no other site has a use for the others. */
export class SignInCookies {
  readonly #parts: CookieParts;

  constructor(parts: CookieParts) {
    this.#parts = parts;
  }

  attempt(value: Attempt): string {
    return sealedCookie(this.#parts.secrets, attempt, value, this.#rules('Lax'));
  }

  link(value: WaitingLink): string {
    return sealedCookie(this.#parts.secrets, link, value, this.#rules('Strict'));
  }

  code(value: WaitingCode): string {
    return sealedCookie(this.#parts.secrets, code, value, this.#rules('Strict'));
  }

  attemptIn(cookies: string | undefined): Attempt | null {
    return openedCookie<Attempt>(this.#parts.secrets, attempt, cookies);
  }

  linkIn(cookies: string | undefined): WaitingLink | null {
    return openedCookie<WaitingLink>(this.#parts.secrets, link, cookies);
  }

  codeIn(cookies: string | undefined): WaitingCode | null {
    return openedCookie<WaitingCode>(this.#parts.secrets, code, cookies);
  }

  noAttempt(): string {
    return noCookie(attempt, this.#parts.isSecure());
  }

  noLink(): string {
    return noCookie(link, this.#parts.isSecure());
  }

  noCode(): string {
    return noCookie(code, this.#parts.isSecure());
  }

  #rules(sameSite: 'Lax' | 'Strict') {
    return { isSecure: this.#parts.isSecure(), sameSite } as const;
  }
}
