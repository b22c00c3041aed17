import type { AuthenticationRequest } from '#http';
import { currentTime, newId, PlatformError } from '#kernel';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { AccountStore, StoredProof } from './account-store.ts';
import type { AttemptStore } from './attempt-store.ts';
import type { AccountsConfig } from './configuration.ts';
import type { Account, AccountNotice, Activity, Identity, SessionOrigin, Sessions, SignedIn } from './contract.ts';
import type { Identities } from './identities.ts';
import { isPassword } from './passwords.ts';
import type { PlaceStore } from './place-store.ts';
import { type SecondFactor, wrongCode } from './second-factor.ts';
import { sessionCookie, sessionCookies } from './session-cookies.ts';
import type { SessionProof, SessionSecrets, SessionStore } from './session-store.ts';

const CSRF = 'accounts.csrf';
const ROTATION = 'accounts.rotation';
/** Seconds in which attempts are counted. */
const WINDOW = 900;
/** Seconds in which who signed in need not prove again who they are. */
const YOUNG = 600;
/** Passwords tried for a change, in a quarter of an hour. */
const CONFIRMATIONS = 10;
const refreshPattern = /^ref-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9]{40})$/;

interface SessionParts {
  readonly accounts: AccountStore;
  readonly store: SessionStore;
  readonly attempts: AttemptStore;
  readonly places: PlaceStore;
  readonly identities: Identities;
  readonly factor: SecondFactor;
  readonly secrets: Secrets;
  readonly config: AccountsConfig;
  /** Whether browsers reach the console over TLS. */
  isSecure(): boolean;
  /** Tells every process that something about an account changed. */
  tell(accountId: string): Promise<void>;
  /** For records. */
  happened(activity: Activity): void;
  /** For who tells people. */
  noticed(notice: AccountNotice): void;
}

/** Begins, renews and ends sessions. */
export class SessionsService implements Sessions {
  readonly #parts: SessionParts;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  start(accountId: string, origin: SessionOrigin): Promise<SignedIn> {
    return this.#start(accountId, origin);
  }

  /**
   * A session for another program of whoever has the session `from`; null: that is over. It proves no more than that one
   * did, nor later, so that a stolen session can't be made young again.
   */
  async startFrom(from: string, accountId: string, origin: SessionOrigin): Promise<SignedIn | null> {
    const proof = await this.#parts.store.proofOf(accountId, from);
    return proof === null ? null : this.#start(accountId, origin, proof);
  }

  async #start(accountId: string, origin: SessionOrigin, proof?: SessionProof): Promise<SignedIn> {
    const { accounts, store } = this.#parts;
    const account = await accounts.update(accountId, { signedInAt: new Date(currentTime()) });
    const sessionId = newId();
    const { secrets } = this.#parts;
    const made = this.#secrets(sessionId, secrets.token(40), secrets.token(40));
    await store.insert(sessionId, accountId, shortened(origin), made.stored, proof);
    await this.#remember(made.access);
    const { address, workspaceId, service } = origin;
    const over = { ...(workspaceId !== undefined && { workspaceId }), ...(service !== undefined && { service }) };
    this.#parts.happened({ account, what: 'signed-in', address, ...over });
    if (await this.#parts.places.isNew(accountId, origin))
      this.#parts.noticed({ accountId, what: 'new-sign-in', address });
    return this.#signedIn(account, sessionId, made);
  }

  /**
   * Throws `accounts.session_over`; a token that was used before ends the session for both who hold it. Two windows of a
   * browser may use it at the same time: for some seconds it is answered with the same next tokens, as long as these
   * were not exchanged themselves. There is one chain of tokens at any time, so two holders still meet at the next link.
   */
  async refresh(refreshToken: string): Promise<SignedIn> {
    const [, sessionId = '', secret = ''] = refreshPattern.exec(refreshToken) ?? [];
    if (sessionId === '') throw over();
    const { accounts, store, secrets, config } = this.#parts;
    const salt = secrets.token(40);
    const next = this.#next(sessionId, secret, salt);
    const overlapUntil = new Date(currentTime() + config.refreshOverlapSeconds * 1000);
    const rotation = { givenHash: secrets.hash(secret), salt, overlapUntil };
    const refreshed = await store.refresh(sessionId, rotation, next.stored);
    if (refreshed === null) throw over();
    const account = await accounts.find({ id: refreshed.accountId });
    if (refreshed.outcome === 'repeated' && account !== null) {
      const same = this.#next(sessionId, secret, refreshed.salt);
      // They differ where the master key was replaced in between.
      if (same.stored.refreshHash !== refreshed.refreshHash) throw over();
      return this.#signedIn(account, sessionId, same, refreshed.accessUntil);
    }
    await this.#parts.tell(refreshed.accountId);
    if (refreshed.outcome === 'reused' || account === null) throw over();
    await this.#remember(next.access);
    return this.#signedIn(account, sessionId, next);
  }

  /**
   * The secrets that follow a refresh token: made from it, so that they can be told again without being kept. Who has
   * the table of sessions and the master key still lacks the token.
   */
  #next(sessionId: string, refreshSecret: string, salt: string) {
    const { secrets } = this.#parts;
    const derived = (use: string) =>
      secrets.hash(secrets.sign(sessionId, ROTATION, `${use}/${salt}/${refreshSecret}`)).slice(0, 40);
    return this.#secrets(sessionId, derived('access'), derived('refresh'));
  }

  async caller({ method, headers }: AuthenticationRequest): Promise<Identity | null> {
    const identity = await this.#parts.identities.identify(secretOf(headers));
    if (headers.authorization !== undefined || identity === null) return identity;
    if (method === 'GET' || method === 'HEAD') return identity;
    const { sessionId } = identity;
    const given = headers['x-csrf-token'] ?? '';
    if (sessionId !== null && this.#parts.secrets.isSigned(sessionId, CSRF, sessionId, given)) return identity;
    const message = 'Send the `csrf_token` of the session in the header `X-CSRF-Token`.';
    throw new PlatformError('forbidden', 'accounts.no_csrf_token', message);
  }

  isCached({ headers }: AuthenticationRequest): boolean {
    return this.#parts.identities.isCached(secretOf(headers));
  }

  /** The text a browser must send as `X-CSRF-Token` with requests that change something. */
  csrfToken(sessionId: string): string {
    return this.#parts.secrets.sign(sessionId, CSRF, sessionId);
  }

  cookies(signedIn: SignedIn): string[] {
    const { config, isSecure } = this.#parts;
    return sessionCookies(signedIn, { isSecure: isSecure(), days: config.sessionDays });
  }

  async countAttempt(key: string, limit: number): Promise<void> {
    const { count, secondsLeft } = await this.#parts.attempts.count(key, WINDOW);
    if (count <= limit) return;
    const message = `Too many attempts; try again in ${Math.ceil(secondsLeft / 60)} minutes.`;
    throw new PlatformError('limited', 'accounts.too_many_attempts', message, { retryAfter: secondsLeft });
  }

  async confirm(person: { accountId: string; sessionId: string | null; password: string | undefined }): Promise<void> {
    const { accountId, sessionId, password } = person;
    const { accounts, store } = this.#parts;
    if (password === undefined) {
      if (sessionId !== null && (await store.isYoung(accountId, sessionId, YOUNG))) return;
      throw wrongPassword(
        'Send your password in `current_password`, or sign in again: that was more than 10 minutes ago.',
      );
    }
    await this.#checkPassword(await accounts.find({ id: accountId }), accountId, password);
  }

  async prove(person: {
    accountId: string;
    sessionId: string | null;
    password: string | undefined;
    code: string | undefined;
  }): Promise<void> {
    const { accountId, sessionId, password, code } = person;
    const { accounts, factor } = this.#parts;
    const account = await accounts.find({ id: accountId });
    if (account === null || account.hasPassword) {
      if (password === undefined) throw wrongPassword('Send your password in `current_password`.');
      return this.#checkPassword(account, accountId, password);
    }
    if (account.hasSecondFactor && code !== undefined) {
      await this.countAttempt(`code/${accountId}`, CONFIRMATIONS);
      if (await factor.accepts(account, code)) return;
      throw new PlatformError('forbidden', 'accounts.wrong_code', wrongCode, { field: 'code' });
    }
    await this.confirm({ accountId, sessionId, password: undefined });
  }

  async proveCode(accountId: string, code: string): Promise<void> {
    await this.countAttempt(`code/${accountId}`, CONFIRMATIONS);
    const account = await this.#parts.accounts.find({ id: accountId });
    if (account === null || !(await this.#parts.factor.accepts(account, code.trim()))) {
      throw new PlatformError('unauthenticated', 'accounts.wrong_code', wrongCode, { field: 'code' });
    }
    await this.#parts.attempts.forget(`code/${accountId}`);
  }

  async #checkPassword(account: StoredProof | null, accountId: string, password: string): Promise<void> {
    await this.countAttempt(`confirm/${accountId}`, CONFIRMATIONS);
    if (!(await isPassword(account?.passwordHash ?? null, password))) {
      throw wrongPassword('The current password is not right.');
    }
    await this.#parts.attempts.forget(`confirm/${accountId}`);
  }

  async provesMoreThanMail(accountId: string, sessionId: string | null, since: number): Promise<boolean> {
    return sessionId !== null && this.#parts.store.provesMoreThanMail(accountId, sessionId, new Date(since));
  }

  async end(accountId: string, sessionId: string): Promise<boolean> {
    const isEnded = await this.#parts.store.end(accountId, sessionId);
    await this.#parts.tell(accountId);
    return isEnded;
  }

  /** Whether somebody is signed in to the account from there. */
  isUsedFrom(accountId: string, address: string): Promise<boolean> {
    return this.#parts.store.isUsedFrom(accountId, address);
  }

  /** For who lost their account to another, maybe: personal keys end as well. */
  async endAllAndKeys(accountId: string): Promise<void> {
    await this.#parts.store.deleteKeys(accountId);
    await this.endAll(accountId);
  }

  async endAll(accountId: string, except?: string): Promise<void> {
    await this.#parts.store.endAll(accountId, except);
    await this.#parts.tell(accountId);
  }

  /** So that whoever has just signed in is recognised at an address where others failed too often. */
  async #remember(accessToken: string): Promise<void> {
    await this.#parts.identities.identify(accessToken);
  }

  #secrets(sessionId: string, accessSecret: string, refresh: string) {
    const { secrets, config } = this.#parts;
    const access = `ses-${accessSecret}`;
    const now = currentTime();
    const stored: SessionSecrets = {
      accessHash: secrets.hash(access),
      accessUntil: new Date(now + config.accessMinutes * 60_000),
      refreshHash: secrets.hash(refresh),
      refreshUntil: new Date(now + config.sessionDays * 86_400_000),
    };
    return { access, refresh: `ref-${sessionId}.${refresh}`, stored };
  }

  #signedIn(
    account: Account,
    sessionId: string,
    made: { access: string; refresh: string; stored: SessionSecrets },
    accessUntil = made.stored.accessUntil.getTime(),
  ): SignedIn {
    const expiresIn = Math.max(1, Math.round((accessUntil - currentTime()) / 1000));
    return { account, sessionId, accessToken: made.access, refreshToken: made.refresh, expiresIn };
  }
}

/** A header wins over the cookie, whatever it holds: who sends one means it. Empty for none. */
function secretOf({ authorization, cookie }: AuthenticationRequest['headers']): string {
  if (authorization === undefined) return sessionCookie(cookie) ?? '';
  return /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
}

/** Labels for the list of sessions; PostgreSQL text holds no NUL. */
function shortened({ userAgent, address, ...others }: SessionOrigin): SessionOrigin {
  return { ...others, userAgent: userAgent.replaceAll('\0', '').slice(0, 300), address: address.slice(0, 100) };
}

function wrongPassword(message: string): PlatformError {
  return new PlatformError('forbidden', 'accounts.wrong_password', message, { field: 'current_password' });
}

function over(): PlatformError {
  return new PlatformError('unauthenticated', 'accounts.session_over', 'The session is over; sign in again.');
}
