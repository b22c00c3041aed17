import type { FoundThing, SearchSource } from '#plugins/search/contract.ts';
import type { ServerStore } from './store.ts';

/** Letters of a UUID. */
const ID = 36;

/** MCP servers and the tools that were accepted of them, as the search finds them. */
export function mcpSearch(store: ServerStore): SearchSource {
  return {
    id: 'mcp_tool',
    kind: 'tool',
    permission: 'apps.edit',
    // The id of a server, or that with the name of a tool behind a "/".
    async read({ workspaceId }, ids) {
      const servers = await store.names(workspaceId, [...new Set(ids.map((id) => id.slice(0, ID)))]);
      const nameOf = new Map(servers.map(({ id, name }) => [id, name]));
      return ids.flatMap((id): FoundThing[] => {
        const server = nameOf.get(id.slice(0, ID));
        if (server === undefined) return [];
        const path = `/tools/mcp/${id.slice(0, ID)}`;
        return [id.length === ID ? { id, name: server, path } : { id, name: id.slice(ID + 1), about: server, path }];
      });
    },
  };
}
