import { streamEnded } from '#http';
import { currentTime, type PlatformError } from '#kernel';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { AccountStore } from './account-store.ts';
import type { Identity } from './contract.ts';
import { isFollowed } from './followed-signals.ts';
import type { SecretOwner, SessionStore } from './session-store.ts';

interface Entry {
  readonly identity: Identity;
  readonly owner: SecretOwner;
  readonly ending: AbortController;
  readAt: number;
}

interface IdentityParts {
  readonly accounts: AccountStore;
  readonly sessions: SessionStore;
  readonly secrets: Secrets;
}

/** Milliseconds an identity is believed without asking, should a notification be missed. */
const FRESH = 900;
const CAPACITY = 10_000;
const pattern = /^(ses|pat)-[A-Za-z0-9]{40}$/;

/** Who holds which secret, in memory; what changes is told by notifications, and looked up again within a second. */
export class Identities {
  readonly #parts: IdentityParts;
  readonly #entries = new Map<string, Entry>();
  readonly #used = new Set<string>();

  constructor(parts: IdentityParts) {
    this.#parts = parts;
  }

  async identify(secret: string): Promise<Identity | null> {
    if (!pattern.test(secret)) return null;
    const hash = this.#parts.secrets.hash(secret);
    const known = this.#entries.get(hash);
    const entry =
      known !== undefined && performance.now() - known.readAt < FRESH ? known : await this.#read(hash, secret);
    if (entry === null || isOver(entry.owner)) return null;
    if (entry.owner.keyId !== null) this.#used.add(entry.owner.keyId);
    return entry.identity;
  }

  /** Whether somebody is known by the secret from memory; they may be over since. */
  isCached(secret: string): boolean {
    if (!pattern.test(secret)) return false;
    const owner = this.#entries.get(this.#parts.secrets.hash(secret))?.owner;
    return owner !== undefined && !isOver(owner);
  }

  /** Looks again at what is known of an account; who is no longer signed in is told so. */
  async recheck(accountId: string): Promise<void> {
    const own = [...this.#entries].filter(([, { owner }]) => owner.accountId === accountId);
    await Promise.all(own.map(([hash, entry]) => this.#read(hash, prefixOf(entry.owner))));
  }

  /** For those with open streams, should a notification have been missed. */
  async recheckListeners(): Promise<void> {
    const heard = [...this.#entries].filter(([, { ending }]) => isFollowed(ending.signal));
    await Promise.all(heard.map(([hash, entry]) => this.#read(hash, prefixOf(entry.owner))));
  }

  /** Keys used since the last call. */
  takeUsed(): string[] {
    const used = [...this.#used];
    this.#used.clear();
    return used;
  }

  async #read(hash: string, secret: string): Promise<Entry | null> {
    const { accounts, sessions } = this.#parts;
    const readAt = performance.now();
    const found = await (secret.startsWith('ses-') ? sessions.owner(hash) : sessions.keyOwner(hash));
    const owner = found?.keyId != null && isOver(found) ? null : found;
    const account = owner === null ? null : await accounts.find({ id: owner.accountId });
    // Only now: of several that read at once, all must hand out the same signal.
    const known = this.#entries.get(hash);
    if (owner === null || account === null) {
      // A refreshed session has another access token: the old one ends, what was begun with it goes on.
      const isRefreshed = known !== undefined && (await this.#isAlive(known.owner));
      this.#entries.delete(hash);
      if (!isRefreshed) known?.ending.abort(reasonOf(known.owner));
      else if (known !== undefined && isFollowed(known.ending.signal)) this.#watch(hash, known);
      return null;
    }
    const ending = known?.ending ?? new AbortController();
    const { passwordHash: _hash, secondFactor: _factor, secondFactorPending: _pending, ...shown } = account;
    const permissions = owner.permissions === null ? null : new Set(owner.permissions);
    const identity = { account: shown, sessionId: owner.sessionId, permissions, ended: ending.signal };
    const entry = { identity, owner, ending, readAt };
    this.#entries.delete(hash);
    this.#entries.set(hash, entry);
    this.#evict();
    return entry;
  }

  /** Keeps an entry whose secret is over for the streams that hang on it. */
  #watch(hash: string, entry: Entry): void {
    this.#entries.set(hash, { ...entry, owner: { ...entry.owner, until: 0 }, readAt: performance.now() });
  }

  async #isAlive(owner: SecretOwner): Promise<boolean> {
    if (owner.sessionId === null) return false;
    const sessions = await this.#parts.sessions.sessions(owner.accountId);
    return sessions.some(({ id }) => id === owner.sessionId);
  }

  #evict(): void {
    if (this.#entries.size <= CAPACITY) return;
    for (const [hash, { ending }] of this.#entries) {
      if (isFollowed(ending.signal)) continue;
      this.#entries.delete(hash);
      return;
    }
  }
}

function reasonOf({ sessionId }: SecretOwner): PlatformError {
  return streamEnded(sessionId === null ? 'The personal key is over or was revoked' : 'You are signed out');
}

function prefixOf(owner: SecretOwner): string {
  return owner.sessionId === null ? 'pat-' : 'ses-';
}

/** Sessions whose access token is over may go on with another; streams that began with it do. */
function isOver({ until }: SecretOwner): boolean {
  return until !== null && until <= currentTime();
}
