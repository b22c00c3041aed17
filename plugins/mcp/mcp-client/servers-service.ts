import { currentTime, PlatformError } from '#kernel';
import type { Apps } from '#plugins/apps/contract.ts';
import type { Egress } from '#plugins/egress/contract.ts';
import type { AuthorizationStore } from './authorization-store.ts';
import { type Calls, calleeOf } from './calls.ts';
import type { McpServer, McpServers, PinnedTool, ServerDetail, ServerName, ServerSettings } from './contract.ts';
import { invalidServer, noServer, shown } from './failures.ts';
import type { KnownServers } from './known-servers.ts';
import type { SealedServers } from './sealed-servers.ts';
import { checkedUrl, columnsOf, defaults } from './server-settings.ts';
import type { NewServer, ServerStore } from './store.ts';
import { subjectFor, WORKSPACE } from './subjects.ts';
import { changesOf } from './tool-list.ts';

const MAX_SERVERS = 100;

export interface ServersParts {
  readonly store: ServerStore;
  readonly authorizations: AuthorizationStore;
  readonly known: KnownServers;
  readonly sealed: SealedServers;
  readonly calls: Calls;
  readonly egress: Egress;
  readonly apps: Apps;
  /** Lets go of what is known of how it speaks. */
  readonly forget: (server: McpServer) => void;
}

export class ServersService implements McpServers {
  readonly #parts: ServersParts;

  constructor(parts: ServersParts) {
    this.#parts = parts;
  }

  async list(workspaceId: string): Promise<readonly McpServer[]> {
    const { store, sealed } = this.#parts;
    return (await store.all(workspaceId)).map((row) => sealed.server(row));
  }

  async detail(name: ServerName, subject: string): Promise<ServerDetail> {
    const { store, authorizations, apps } = this.#parts;
    const { workspaceId } = name;
    const server = await this.get(name);
    const whose = subjectFor(server, subject);
    const [lists, granted, usedBy] = await Promise.all([
      store.tools(workspaceId, server.id),
      server.auth === 'none' ? null : authorizations.granted(workspaceId, whose),
      apps.toolUse(workspaceId, 'mcp', server.identifier),
    ]);
    const tools = listOf(lists.tools);
    const changes = changesOf(tools, lists.offered === null ? tools : listOf(lists.offered));
    return { server, tools, changes, isAuthorized: granted?.has(server.id) ?? null, usedBy };
  }

  /** Read anew: what was just changed elsewhere counts. */
  async get({ workspaceId, id }: ServerName): Promise<McpServer> {
    const found = (await this.list(workspaceId)).find((server) => server.id === id);
    if (found === undefined) throw noServer();
    return found;
  }

  async add(
    workspaceId: string,
    given: ServerSettings & { readonly identifier: string; readonly url: string },
  ): Promise<McpServer> {
    const { store, sealed, known } = this.#parts;
    const full = { auth: 'none', isPerUser: false, scope: '', ...defaults, name: given.identifier, ...given } as const;
    checkWhole(full);
    await this.#checkAddress(full.url);
    const columns = columnsOf(workspaceId, full, sealed);
    const row = { sealed_headers: null, sealed_client: null, ...columns, identifier: given.identifier } as NewServer;
    const added = await store.add(workspaceId, row, MAX_SERVERS);
    if (added === 'taken') {
      const message = `There is an MCP server with the identifier ${shown(given.identifier)} already: choose another.`;
      throw new PlatformError('conflict', 'mcp-client.identifier_taken', message, { field: 'identifier' });
    }
    if (added === 'full') {
      const message = `The workspace has ${MAX_SERVERS} MCP servers, which is as many as it may: remove one.`;
      throw new PlatformError('conflict', 'mcp-client.too_many_servers', message);
    }
    await known.changed(workspaceId);
    const name = { workspaceId, id: added.id };
    // One that needs to be authorised first, or is not there now, is asked later; why is kept with it.
    await this.refresh(name, WORKSPACE).catch(() => {});
    return await this.get(name);
  }

  async change(name: ServerName, given: ServerSettings): Promise<McpServer> {
    const { store, sealed, known, authorizations, forget } = this.#parts;
    const server = await this.get(name);
    checkWhole({ ...server, ...given });
    const isElsewhere = given.url !== undefined && checkedUrl(given.url) !== server.url;
    if (given.url !== undefined) await this.#checkAddress(given.url);
    const columns = columnsOf(name.workspaceId, given, sealed);
    // A client that was registered for one server is not another's, and what people have allowed was for this one.
    const isStale = isElsewhere || given.client !== undefined || (given.auth ?? server.auth) !== server.auth;
    const forgotten = isElsewhere && given.client === undefined ? { sealed_client: null } : {};
    // A header was given for the address that there was.
    const withoutHeaders = isElsewhere && given.headers === undefined ? { sealed_headers: null } : {};
    if (isStale || (given.isPerUser ?? server.isPerUser) !== server.isPerUser)
      await authorizations.remove(name.workspaceId, server.id);
    const isThere = await store.change(name.workspaceId, server.id, { ...columns, ...forgotten, ...withoutHeaders });
    if (!isThere) throw noServer();
    forget(server);
    await known.changed(name.workspaceId);
    return await this.get(name);
  }

  async remove(name: ServerName, { isConfirmed }: { readonly isConfirmed: boolean }): Promise<void> {
    const { store, known, apps, forget } = this.#parts;
    const server = await this.get(name);
    const used = isConfirmed ? [] : await apps.toolUse(name.workspaceId, 'mcp', server.identifier);
    if (used.length > 0) {
      const names = used.slice(0, 10).map((app) => shown(app.name));
      const more = used.length > names.length ? ` and ${used.length - names.length} more` : '';
      const message = `Apps use the MCP server ${shown(server.name)}, and would fail without it: ${names.join(', ')}${more}. Remove it all the same with confirm=true.`;
      throw new PlatformError('conflict', 'mcp-client.in_use', message);
    }
    if (!(await store.remove(name.workspaceId, server.id))) throw noServer();
    forget(server);
    await known.changed(name.workspaceId);
  }

  async refresh(name: ServerName, subject: string): Promise<void> {
    const { store, known, calls, forget } = this.#parts;
    const server = await this.get(name);
    const { workspaceId } = name;
    forget(server);
    try {
      const signal = AbortSignal.timeout(server.timeoutSeconds * 1000 + 5_000);
      const { tools, hash, leftOut } = await calls.list(calleeOf(server), subject, signal);
      const text = JSON.stringify(tools);
      const about = { last_error: leftOutText(leftOut), refreshed_at: new Date(currentTime()) };
      if (server.toolsHash === null)
        await store.change(workspaceId, server.id, { ...about, tools: text, tools_hash: hash });
      else {
        const isSame = hash === server.toolsHash;
        const waits = { offered: isSame ? null : text, offered_hash: isSame ? null : hash };
        await store.change(workspaceId, server.id, { ...about, ...waits });
      }
    } catch (error) {
      const told = error instanceof PlatformError ? error.message : 'It failed unexpectedly; the log says why.';
      await store.change(workspaceId, server.id, {
        last_error: told.slice(0, 1_000),
        refreshed_at: new Date(currentTime()),
      });
      throw error;
    } finally {
      await known.changed(workspaceId);
    }
  }

  async accept(name: ServerName, hash: string): Promise<void> {
    const { store, known } = this.#parts;
    await this.get(name);
    if (!(await store.accept(name.workspaceId, name.id, hash))) {
      const message = 'These changes do not wait (any more): look at what the server offers now, and accept that.';
      throw new PlatformError('conflict', 'mcp-client.changed', message);
    }
    await known.changed(name.workspaceId);
  }

  async #checkAddress(url: string): Promise<void> {
    await this.#parts.egress.check(checkedUrl(url));
  }
}

/** Of tools that are malformed; the others can be called. */
function leftOutText(leftOut: readonly string[]): string | null {
  if (leftOut.length === 0) return null;
  const more = leftOut.length > 10 ? `, and ${leftOut.length - 10} more` : '';
  return `Left out, for nobody can call them as the server tells them: ${leftOut.slice(0, 10).join(', ')}${more}.`.slice(
    0,
    1_000,
  );
}

/** What only fits together. */
function checkWhole({
  name,
  auth,
  isPerUser,
  headers,
}: Pick<ServerSettings, 'name' | 'auth' | 'isPerUser'> & { readonly headers?: unknown }): void {
  if (name?.trim() === '') throw invalidServer('The server needs a name.', 'name');
  if (isPerUser === true && auth !== 'oauth')
    throw invalidServer(
      'Only a server that is authorised by OAuth can act for each user: set auth to oauth.',
      'per_user',
    );
  const names = Array.isArray(headers) ? headers.map(([key]) => String(key)) : Object.keys((headers ?? {}) as object);
  if (auth === 'oauth' && names.some((key) => key.trim().toLowerCase() === 'authorization'))
    throw invalidServer('The header Authorization is set by OAuth: leave it out, or set auth to none.', 'headers');
}

function listOf(text: string | null): readonly PinnedTool[] {
  return text === null ? [] : (JSON.parse(text) as readonly PinnedTool[]);
}
