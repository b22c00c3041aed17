import { LRUCache } from 'lru-cache';
import type { Logger } from '#kernel';
import { WorkspaceCache } from '#plugins/database/contract.ts';
import type { McpServer, PinnedTool } from './contract.ts';
import type { SealedServers } from './sealed-servers.ts';
import type { ServerStore } from './store.ts';

/** Characters of lists of tools that stay in memory. */
const MAX_KEPT = 64_000_000;

/** Servers of workspaces in memory, for every call of a run asks for them. */
export class KnownServers {
  readonly #store: ServerStore;
  readonly #cache: WorkspaceCache<readonly McpServer[]>;
  /** By server and hash, so that they never change. */
  readonly #tools = new LRUCache<string, readonly PinnedTool[]>({ max: 1_000, maxSize: MAX_KEPT });

  constructor(parts: {
    readonly store: ServerStore;
    readonly sealed: SealedServers;
    readonly logger: Logger;
  }) {
    const { store, sealed, logger } = parts;
    this.#store = store;
    this.#cache = new WorkspaceCache<readonly McpServer[]>({
      channel: 'mcp_client_servers_changed',
      // Other processes look again within a second: nothing that is set here is in more of a hurry.
      notifications: { send: async () => {}, listen: () => () => {} },
      read: async (workspaceId) =>
        (await store.all(workspaceId)).flatMap((row) => {
          try {
            return [sealed.server(row)];
          } catch (error) {
            // One that can't be opened (its key is missing) is that server's trouble alone.
            logger.error({ err: error, server: row.id }, 'an MCP server could not be opened');
            return [];
          }
        }),
    });
  }

  all(workspaceId: string): Promise<readonly McpServer[]> {
    return this.#cache.get(workspaceId);
  }

  /** By what documents call it: its identifier, else its id. */
  async named(workspaceId: string, name: string): Promise<McpServer | null> {
    const servers = await this.all(workspaceId);
    return servers.find(({ identifier }) => identifier === name) ?? servers.find(({ id }) => id === name) ?? null;
  }

  /** Those that were accepted. */
  async tools(server: McpServer): Promise<readonly PinnedTool[]> {
    if (server.toolsHash === null) return [];
    const key = `${server.id} ${server.toolsHash}`;
    const kept = this.#tools.get(key);
    if (kept !== undefined) return kept;
    const { tools } = await this.#store.tools(server.workspaceId, server.id);
    const read = tools === null ? [] : (JSON.parse(tools) as readonly PinnedTool[]);
    this.#tools.set(key, read, { size: Math.max(1, tools?.length ?? 1) });
    return read;
  }

  changed(workspaceId: string): Promise<void> {
    return this.#cache.changed(workspaceId);
  }

  close(): void {
    this.#cache.close();
  }
}
