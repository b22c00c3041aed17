import { currentTime } from '#kernel';
import type { Secrets } from '#plugins/secrets/contract.ts';

const PURPOSE = 'accounts.sign-up';
/** Accounts belong to no workspace. */
const NOBODY = 'installation';
const MINUTES = 60;

/**
 * Secrets of links that prove an address before it has an account. Nothing is stored: the address and the end stand in the
 * secret, signed; it is good once, for an address gets one account.
 */
export class SignUpLinks {
  readonly #secrets: Pick<Secrets, 'sign' | 'isSigned'>;

  constructor(secrets: Pick<Secrets, 'sign' | 'isSigned'>) {
    this.#secrets = secrets;
  }

  /** `email`: as accounts have it. `now`: milliseconds since the epoch. */
  secret(email: string, now = currentTime()): string {
    const text = Buffer.from(JSON.stringify([email, now + MINUTES * 60_000])).toString('base64url');
    return `sup-${text}.${this.#secrets.sign(NOBODY, PURPOSE, text)}`;
  }

  /** The address that whoever holds the secret reads the mail of; null: it was not made here, or is over. */
  emailOf(secret: string, now = currentTime()): string | null {
    const [, text, signature] = /^sup-([\w-]+)\.([\w-]+)$/.exec(secret) ?? [];
    if (text === undefined || signature === undefined) return null;
    if (!this.#secrets.isSigned(NOBODY, PURPOSE, text, signature)) return null;
    const [email, until] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [string, number];
    return until > now ? email : null;
  }
}
