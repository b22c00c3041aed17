import { isThisMachine, networkOf } from '#http';
import { PlatformError } from '#kernel';
import type { AccountStore } from './account-store.ts';
import type { AttemptStore } from './attempt-store.ts';
import type { Activity, SessionOrigin, SignedIn } from './contract.ts';
import { plainEmail } from './email-address.ts';
import { isPassword } from './passwords.ts';
import { type SecondFactor, wrongCode } from './second-factor.ts';
import type { SessionsService } from './sessions-service.ts';

/**
 * Attempts in a quarter of an hour: for one account from one network, which a guesser meets first; for one account
 * from anywhere, high enough that nobody is locked out by a stranger in passing; from one network for any account.
 */
const PER_ACCOUNT_AND_ADDRESS = 10;
const PER_ACCOUNT = 100;
const PER_ADDRESS = 50;
const CODES = 10;
/** An address of this machine is most likely a proxy that `http.trustedProxies` does not name: everybody has it. */
const SHARED = 20;
/** No account has this id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

export interface SignInRequest extends SessionOrigin {
  readonly email: string;
  readonly password: string;
  /** Of the second factor, or a recovery code; empty when none was given. */
  readonly code: string;
}

interface SignInParts {
  readonly store: AccountStore;
  readonly attempts: AttemptStore;
  readonly factor: SecondFactor;
  readonly sessions: SessionsService;
  /** For records. */
  happened(activity: Activity): void;
}

/** Signing in with a password. Unknown accounts and wrong passwords get the same answer in the same time. */
export class SignIn {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /** Throws `accounts.wrong_credentials`, `accounts.code_needed`, `accounts.wrong_code`, `accounts.too_many_attempts`. */
  async signIn(request: SignInRequest): Promise<SignedIn> {
    const { store, attempts, factor, sessions, happened } = this.#parts;
    const email = plainEmail(request.email);
    const own = `account/${email}/${networkOf(request.address)}`;
    const shared = [`account/${email}`, `address/${networkOf(request.address)}`];
    // The address first: whoever tries one account after the other fills no table.
    await this.countAddress('address', request.address, PER_ADDRESS);
    await this.count(own, PER_ACCOUNT_AND_ADDRESS);
    const account = await store.find({ email });
    await this.#countAccount(email, account?.id ?? NOBODY, request.address);
    if (!(await isPassword(account?.passwordHash ?? null, request.password)) || account === null) {
      if (account !== null) happened({ account, what: 'sign-in-failed', address: request.address });
      throw wrongCredentials();
    }
    if (account.hasSecondFactor) {
      if (request.code === '') {
        for (const key of shared) await attempts.takeBack(key);
        const message = 'This account has a second factor; send its code in `code`.';
        throw new PlatformError('unauthenticated', 'accounts.code_needed', message, { field: 'code' });
      }
      // Whoever gets here knows the password: codes are guessed from any number of addresses.
      await this.count(`code/${account.id}`, CODES);
      if (!(await factor.accepts(account, request.code))) {
        happened({ account, what: 'sign-in-failed', address: request.address });
        throw new PlatformError('unauthenticated', 'accounts.wrong_code', wrongCode, { field: 'code' });
      }
    }
    for (const key of [own, `code/${account.id}`]) await attempts.forget(key);
    for (const key of shared) await attempts.takeBack(key);
    const signedIn = await sessions.start(account.id, request);
    // Another password may have been set meanwhile, which ended every session but this one.
    const now = await store.find({ id: account.id });
    if (now?.passwordHash === account.passwordHash) return signedIn;
    await sessions.end(account.id, signedIn.sessionId);
    throw wrongCredentials();
  }

  /** As `count`, for callers from one network. */
  async countAddress(kind: string, address: string, limit: number): Promise<void> {
    const isShared = address === '' || isThisMachine(address);
    await this.count(`${kind}/${networkOf(address)}`, isShared ? limit * SHARED : limit);
  }

  /** Strangers can't lock somebody out from where they are signed in. */
  async #countAccount(email: string, accountId: string, address: string): Promise<void> {
    const limit = (await this.#parts.sessions.isUsedFrom(accountId, address)) ? Number.POSITIVE_INFINITY : PER_ACCOUNT;
    await this.count(`account/${email}`, limit);
  }

  /** For everything that can be guessed: throws `accounts.too_many_attempts` once `limit` is exceeded. */
  count(key: string, limit: number): Promise<void> {
    return this.#parts.sessions.countAttempt(key, limit);
  }

  /** For changes that a stolen session must not make: throws `accounts.wrong_password`. Without a password there is none to ask. */
  async confirm(accountId: string, password: string): Promise<void> {
    const account = await this.#parts.store.find({ id: accountId });
    if (account !== null && !account.hasPassword) return;
    await this.count(`confirm/${accountId}`, PER_ACCOUNT_AND_ADDRESS);
    if (!(await isPassword(account?.passwordHash ?? null, password))) {
      const message = 'The current password is not right.';
      throw new PlatformError('forbidden', 'accounts.wrong_password', message, { field: 'password' });
    }
    await this.#parts.attempts.forget(`confirm/${accountId}`);
  }
}

function wrongCredentials(): PlatformError {
  const message = 'The address or the password is not right.';
  return new PlatformError('unauthenticated', 'accounts.wrong_credentials', message);
}
