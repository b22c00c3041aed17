import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { HttpServer } from '#http';
import { currentTime, isUuid } from '#kernel';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { Workspaces } from '#plugins/workspaces/contract.ts';
import type { AssertionStore } from './assertion-store.ts';
import type { Connection } from './connection.ts';
import type { ConnectionStore } from './connection-store.ts';
import type { SsoVisitor, SsoVisits, SsoVisitWay } from './contract.ts';
import type { Person } from './identity-store.ts';
import { visitAddress } from './site-addresses.ts';

interface ProofParts {
  readonly store: ConnectionStore;
  /** Keeps which proofs were used, as it does for assertions. */
  readonly used: AssertionStore;
  readonly workspaces: Workspaces;
  readonly secrets: Secrets;
  readonly server: HttpServer;
}

/** What a proof says; sealed, so that the address it travels in tells nobody who came. */
interface Proven extends Person {
  readonly id: string;
  readonly provider: string;
  readonly appId: string;
  readonly until: number;
}

const PURPOSE = 'sso.visit';
const GOOD_MS = 120_000;
/** Clocks of processes and of the database differ. */
const KEPT_LONGER_MS = 3_600_000;
/** Connections are asked about with each request of a visitor. */
const REMEMBERED_MS = 5_000;

/** Proofs that visitors carry from the provider to the page of an app. */
export class VisitProofs implements SsoVisits {
  readonly #parts: ProofParts;
  readonly #open = new LRUCache<string, Promise<boolean>>({ max: 2_000, ttl: REMEMBERED_MS });

  constructor(parts: ProofParts) {
    this.#parts = parts;
  }

  async ways(workspaceId: string): Promise<readonly SsoVisitWay[]> {
    const { store, workspaces, server } = this.#parts;
    if (workspaces.isClosed(workspaceId)) return [];
    const found = (await store.list(workspaceId)).filter(({ enabled }) => enabled);
    return found.map(({ id, name }) => ({ id, name, url: visitAddress(server, id) }));
  }

  /** For somebody whose right to come was checked. */
  prove(connection: Connection, { issuer, subject }: Person, appId: string): string {
    const { id: connectionId, workspaceId } = connection;
    const until = currentTime() + GOOD_MS;
    const provider = providerOf(connection);
    const proven: Proven = { id: crypto.randomUUID(), provider, issuer, subject, appId, until };
    const sealed = this.#parts.secrets.seal(workspaceId, `${PURPOSE}/${connectionId}`, JSON.stringify(proven));
    return `${connectionId}.${Buffer.from(sealed).toString('base64url')}`;
  }

  async verify(proof: string, place: { workspaceId: string; appId: string }): Promise<SsoVisitor | null> {
    const { store, used, workspaces } = this.#parts;
    const connectionId = proof.slice(0, 36);
    if (!isUuid(connectionId) || workspaces.isClosed(place.workspaceId)) return null;
    const proven = this.#opened(place.workspaceId, connectionId, proof.slice(37));
    if (proven === null || proven.appId !== place.appId || proven.until <= currentTime()) return null;
    const connection = await store.find(place.workspaceId, connectionId);
    // Another provider may stand there by now.
    if (connection === null || !connection.enabled || providerOf(connection) !== proven.provider) return null;
    const hash = createHash('sha256').update(`${PURPOSE} ${proven.id}`).digest('hex');
    if (!(await used.use(connection, hash, new Date(proven.until + KEPT_LONGER_MS)))) return null;
    const { issuer, subject } = proven;
    const person = createHash('sha256')
      .update(JSON.stringify([connectionId, issuer, subject]))
      .digest('hex');
    return { connectionId, person };
  }

  isOpen(workspaceId: string, connectionId: string): Promise<boolean> {
    if (this.#parts.workspaces.isClosed(workspaceId)) return Promise.resolve(false);
    const key = `${workspaceId}/${connectionId}`;
    const known = this.#open.get(key);
    if (known !== undefined) return known;
    const asked = this.#parts.store.find(workspaceId, connectionId).then((found) => found?.enabled === true);
    this.#open.set(key, asked);
    asked.catch(() => this.#open.delete(key));
    return asked;
  }

  /** Sealed for one workspace and connection: nothing of another opens. */
  #opened(workspaceId: string, connectionId: string, text: string): Proven | null {
    try {
      const sealed = Buffer.from(text, 'base64url').toString('utf8');
      return JSON.parse(this.#parts.secrets.open(workspaceId, `${PURPOSE}/${connectionId}`, sealed)) as Proven;
    } catch {
      return null;
    }
  }
}

/** What stands behind a connection; another after what it trusts was changed. */
function providerOf({ kind, settings }: Connection): string {
  return kind === 'saml' ? settings.trust : settings.issuer;
}
