import { createHash, timingSafeEqual } from 'node:crypto';
import { currentTime, newId } from '#kernel';
import { isFollowed } from '#plugins/accounts/contract.ts';
import type { ServerPlace } from '#plugins/mcp-server/contract.ts';
import { type Members, type Membership, mayRole } from '#plugins/members/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import { FreshValues } from '#plugins/sites/contract.ts';
import type { Grant, GrantStore, TokenHashes } from './grant-store.ts';
import { invalidGrant, Refusal } from './protocol/refusal.ts';
import { isServerOf, type NamedServer } from './server-places.ts';

/** What a client may be allowed: to use apps, as members of the workspace do. */
export const SCOPE = 'apps.use';

/** Seconds. */
const CODE_SECONDS = 60;
const ACCESS_SECONDS = 900;
const REFRESH_SECONDS = 30 * 86_400;
/** In which a refresh token is answered with the same tokens again: for answers that were lost, and programs that share one. */
const OVERLAP_SECONDS = 15;

const ROTATION = 'mcp-oauth.rotation';
const refreshPattern = /^ort-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9]{40})$/;

interface GrantParts {
  readonly store: GrantStore;
  readonly members: Members;
  readonly secrets: Secrets;
}

/** What somebody allows. */
export interface Allowed extends ServerPlace {
  readonly accountId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUri: string;
  readonly challenge: string;
}

/** What a client gets for a code or a refresh token; shown this once. */
export interface Tokens {
  readonly grant: Grant;
  readonly access: string;
  readonly refresh: string;
  readonly expiresIn: number;
}

/** How a client asks for tokens. */
interface Exchange {
  readonly clientId: string;
  /** null: it names none. */
  readonly server: NamedServer | null;
}

interface KnownAccess {
  readonly grant: Grant;
  /** Milliseconds since the epoch. */
  readonly until: number;
  /** False: they are no member of the workspace any more, or may not use its apps. */
  readonly mayUse: boolean;
}

/** What accounts have allowed clients: codes, tokens, and how they end. */
export class Grants {
  readonly #parts: GrantParts;
  readonly #known = new FreshValues<KnownAccess | null>((hash) => this.#load(hash));
  /** Of grants that calls are under way of. */
  readonly #endings = new Map<string, AbortController>();

  constructor(parts: GrantParts) {
    this.#parts = parts;
  }

  /** The code for a client: shown this once, good once, for a minute. */
  async issue(allowed: Allowed): Promise<{ readonly grantId: string; readonly code: string }> {
    const { store, secrets } = this.#parts;
    const { challenge, ...facts } = allowed;
    const code = `oac-${secrets.token(40)}`;
    const id = newId();
    await store.insert({
      ...facts,
      id,
      codeHash: secrets.hash(code),
      codeUntil: new Date(currentTime() + CODE_SECONDS * 1000),
      codeChallenge: challenge,
    });
    return { grantId: id, code };
  }

  /** Throws `Refusal`; a code that does not fit is used up all the same, and nothing comes of it. */
  async exchange(
    code: string,
    { clientId, server, verifier, redirectUri }: Exchange & { verifier: string; redirectUri: string | undefined },
  ): Promise<Tokens> {
    const { store, secrets } = this.#parts;
    const taken = await store.takeCode(secrets.hash(code));
    if (taken === null) throw invalidGrant('The code is not known, was used, or is older than a minute');
    const { grant, challenge } = taken;
    const fits =
      grant.clientId === clientId &&
      (redirectUri === undefined || redirectUri === grant.redirectUri) &&
      isVerifierOf(verifier, challenge);
    if (!fits || !isFor(server, grant) || !(await this.#mayUse(grant))) {
      await this.end(grant);
      if (fits && !isFor(server, grant)) throw invalidTarget();
      throw invalidGrant(
        'The code was given to another client, for another address, or the code_verifier is not its own',
      );
    }
    const tokens = this.#tokens(grant.id, secrets.token(40), secrets.token(40));
    if (!(await store.setTokens(grant.id, tokens.hashes))) throw invalidGrant('It was taken back');
    return { grant, access: tokens.access, refresh: tokens.refresh, expiresIn: ACCESS_SECONDS };
  }

  /** Throws `Refusal`; a refresh token that was exchanged before ends the grant, for one of two holders is a thief. */
  async refresh(token: string, { clientId, server }: Exchange): Promise<Tokens> {
    const [, grantId = '', secret = ''] = refreshPattern.exec(token) ?? [];
    const { store, secrets } = this.#parts;
    const known = grantId === '' ? null : await store.find(grantId);
    if (known === null) throw refreshOver();
    if (!isFor(server, known)) throw invalidTarget();
    if (!(await this.#mayUse(known))) {
      await this.end(known);
      throw refreshOver();
    }
    const salt = secrets.token(40);
    const next = this.#next(grantId, secret, salt);
    const overlapUntil = new Date(currentTime() + OVERLAP_SECONDS * 1000);
    const rotation = { grantId, clientId, givenHash: secrets.hash(secret), salt, overlapUntil };
    const result = await store.refresh(rotation, next.hashes);
    if (result === null || result.outcome === 'reused') {
      this.#over(known);
      throw refreshOver();
    }
    const { grant } = result;
    this.#forget(known);
    if (result.outcome === 'refreshed')
      return { grant, access: next.access, refresh: next.refresh, expiresIn: ACCESS_SECONDS };
    const same = this.#next(grantId, secret, result.salt);
    // They differ where the master key was replaced in between.
    if (same.hashes.refreshHash !== result.refreshHash) throw refreshOver();
    const expiresIn = Math.max(1, Math.round((result.accessUntil - currentTime()) / 1000));
    return { grant, access: same.access, refresh: same.refresh, expiresIn };
  }

  /** Ends what one of its tokens belongs to, where that is the client's. What is none is as good as ended. */
  async revoke(token: string, clientId: string): Promise<void> {
    const { store, secrets } = this.#parts;
    const [, grantId, secret = ''] = refreshPattern.exec(token) ?? [];
    if (grantId !== undefined) {
      const grant = await store.byRefresh(grantId, secrets.hash(secret));
      if (grant?.clientId === clientId) await this.end(grant);
      return;
    }
    const found = token.startsWith('oat-') ? await store.byAccess(secrets.hash(token)) : null;
    if (found?.grant.clientId === clientId) await this.end(found.grant);
  }

  /** Of whom an access token is, from memory, no older than a second; null: it does not count (any more). */
  async byAccess(token: string): Promise<Grant | null> {
    const known = await this.#known.get(this.#parts.secrets.hash(token));
    if (known === null || known.until <= currentTime()) return null;
    if (known.mayUse) return known.grant;
    await this.end(known.grant);
    return null;
  }

  /** Whether an access token counted when it was looked up last; asks nobody. */
  knows(token: string): boolean {
    return this.#known.peek(this.#parts.secrets.hash(token))?.mayUse === true;
  }

  list(accountId: string): Promise<readonly Grant[]> {
    return this.#parts.store.ofAccount(accountId);
  }

  /** null: they have none with this id. */
  async endOf(accountId: string, grantId: string): Promise<Grant | null> {
    const ended = await this.#parts.store.endOf(accountId, grantId);
    if (ended !== null) this.#over(ended);
    return ended;
  }

  async endAt(place: ServerPlace): Promise<void> {
    for (const grant of await this.#parts.store.endAt(place)) this.#over(grant);
  }

  /** For who lost their account to another, maybe. */
  async endOfAccount(accountId: string): Promise<void> {
    for (const grant of await this.#parts.store.endOfAccount(accountId)) this.#over(grant);
  }

  /** What somebody allowed when they were a member before is no longer meant. */
  endBefore(membership: Membership): Promise<void> {
    return this.#parts.store.endBefore(membership);
  }

  async end(grant: Grant): Promise<void> {
    await this.#parts.store.end(grant.id);
    this.#over(grant);
  }

  /** Aborts when the grant ends, at the latest a second later. */
  ended(grantId: string): AbortSignal {
    const known = this.#endings.get(grantId) ?? new AbortController();
    this.#endings.set(grantId, known);
    return known.signal;
  }

  /** For calls under way: another process may have ended their grant, or removed who gave it. */
  async recheck(): Promise<void> {
    for (const [id, ending] of [...this.#endings]) {
      if (!isFollowed(ending.signal)) {
        this.#endings.delete(id);
        continue;
      }
      const grant = await this.#parts.store.find(id);
      if (grant === null || !(await this.#mayUse(grant))) this.#abort(id);
    }
  }

  async #load(hash: string): Promise<KnownAccess | null> {
    const found = await this.#parts.store.byAccess(hash);
    return found === null ? null : { ...found, mayUse: await this.#mayUse(found.grant) };
  }

  async #mayUse({ workspaceId, accountId }: Grant): Promise<boolean> {
    const membership = await this.#parts.members.find(workspaceId, accountId);
    return membership !== null && mayRole(membership.role, SCOPE);
  }

  /** Here at once; in other processes within a second. */
  #over(grant: Grant): void {
    this.#forget(grant);
    this.#abort(grant.id);
  }

  #forget({ accessHash }: Grant): void {
    if (accessHash !== null) this.#known.forget(accessHash);
  }

  #abort(grantId: string): void {
    this.#endings.get(grantId)?.abort();
    this.#endings.delete(grantId);
  }

  /**
   * The tokens that follow a refresh token: made from it, so that they can be told again without being kept. Who has the table
   * of grants and the master key still lacks the token.
   */
  #next(grantId: string, secret: string, salt: string) {
    const { secrets } = this.#parts;
    const derived = (use: string) =>
      secrets.hash(secrets.sign(grantId, ROTATION, `${use}/${salt}/${secret}`)).slice(0, 40);
    return this.#tokens(grantId, derived('access'), derived('refresh'));
  }

  #tokens(grantId: string, accessSecret: string, refreshSecret: string) {
    const { secrets } = this.#parts;
    const access = `oat-${accessSecret}`;
    const now = currentTime();
    const hashes: TokenHashes = {
      accessHash: secrets.hash(access),
      accessUntil: new Date(now + ACCESS_SECONDS * 1000),
      refreshHash: secrets.hash(refreshSecret),
      refreshUntil: new Date(now + REFRESH_SECONDS * 1000),
    };
    return { access, refresh: `ort-${grantId}.${refreshSecret}`, hashes };
  }
}

/** A client that names no server means the one it was allowed. */
function isFor(server: NamedServer | null, grant: Grant): boolean {
  return server === null || isServerOf(server, grant);
}

function isVerifierOf(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  const made = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  const kept = Buffer.from(challenge);
  return made.length === kept.length && timingSafeEqual(made, kept);
}

function refreshOver(): Refusal {
  return invalidGrant('The refresh token is not known, was used, or what it was for has ended: begin again');
}

function invalidTarget(): Refusal {
  return new Refusal('invalid_target', 'resource is another than the one that was allowed');
}
