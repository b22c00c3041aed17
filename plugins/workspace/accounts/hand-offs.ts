import { createHash } from 'node:crypto';
import { currentTime, PlatformError } from '#kernel';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { AccountStore } from './account-store.ts';
import type { SessionOrigin, SignedIn } from './contract.ts';
import type { SessionsService } from './sessions-service.ts';

const MINUTES = 5;
const codePattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[A-Za-z0-9]{40}$/;

interface HandOffParts {
  readonly store: Pick<AccountStore, 'putToken' | 'takeToken'>;
  readonly sessions: SessionsService;
  readonly secrets: Pick<Secrets, 'hash' | 'token'>;
}

/**
 * Hands a sign-in on from a browser to a program of the same person, such as the command line: the browser gets a code,
 * and only who made the challenge can change it into a session (RFC 7636, S256). Nothing but the code's hash is kept.
 */
export class HandOffs {
  readonly #parts: HandOffParts;

  constructor(parts: HandOffParts) {
    this.#parts = parts;
  }

  /** A code for who knows the verifier of `challenge`; good once, for some minutes, as long as the session lasts. */
  async begin(accountId: string, sessionId: string, challenge: string): Promise<{ code: string; expiresIn: number }> {
    const { store, secrets } = this.#parts;
    const code = `${sessionId}.${secrets.token(40)}`;
    const expiresAt = new Date(currentTime() + MINUTES * 60_000);
    await store.putToken({ hash: secrets.hash(code), accountId, purpose: purposeOf(challenge), expiresAt });
    return { code, expiresIn: MINUTES * 60 };
  }

  /** Throws `accounts.hand_off_over`; a wrong verifier uses nothing up. */
  async redeem(code: string, verifier: string, origin: SessionOrigin): Promise<SignedIn> {
    const { store, sessions, secrets } = this.#parts;
    const [, from] = codePattern.exec(code) ?? [];
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const accountId = from === undefined ? null : await store.takeToken(secrets.hash(code), purposeOf(challenge));
    const signedIn =
      from === undefined || accountId === null ? null : await sessions.startFrom(from, accountId, origin);
    if (signedIn !== null) return signedIn;
    const message = 'This sign-in was used, has expired or is not complete. Begin again.';
    throw new PlatformError('unauthenticated', 'accounts.hand_off_over', message);
  }
}

const purposeOf = (challenge: string) => `hand-off/${challenge}`;
