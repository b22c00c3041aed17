import { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Connections } from './connections.ts';
import type { Database } from './contract.ts';
import { systemSession, workspaceSession } from './session.ts';
import { inBurst, sessionDialect } from './weft-dialect.ts';

/** Instances for this many workspaces are kept; each is a few objects, they all share one pool. */
const keptWorkspaces = 1_000;

export class SessionDatabase implements Database {
  readonly #connections: Connections;
  readonly #ready: Promise<void>;
  readonly #system: Kysely<unknown>;
  readonly #workspaces = new LRUCache<string, Kysely<unknown>>({ max: keptWorkspaces });

  constructor(connections: Connections, ready: Promise<void>) {
    this.#connections = connections;
    this.#ready = ready;
    this.#system = new Kysely({ dialect: sessionDialect(connections, systemSession, ready) });
  }

  get kind(): 'postgres' | 'pglite' {
    return this.#connections.kind;
  }

  /** Whether what is set on a connection stays until it is given back. */
  get keepsSessions(): boolean {
    return !this.#connections.isShared;
  }

  system<Tables>(): Kysely<Tables> {
    return this.#system as Kysely<Tables>;
  }

  workspace<Tables>(workspaceId: string): Kysely<Tables> {
    const kept = this.#workspaces.get(workspaceId);
    const instance = kept ?? this.#open(workspaceId);
    if (kept === undefined) this.#workspaces.set(workspaceId, instance);
    return instance as Kysely<Tables>;
  }

  /** One transaction of the system session: see `inBurst`. */
  async burst(asks: Parameters<typeof inBurst>[1]): Promise<void> {
    await this.#ready;
    await inBurst(await this.#connections.acquire(systemSession), asks);
  }

  #open(workspaceId: string): Kysely<unknown> {
    const session = workspaceSession(workspaceId);
    return new Kysely({ dialect: sessionDialect(this.#connections, session, this.#ready) });
  }
}
