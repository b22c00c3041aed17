import type { DocumentLinter, MissingThing, NeedyDocument } from '#engine';
import { constantServers, readServers } from '#plugins/node-agent/contract.ts';
import { shown } from './failures.ts';
import type { KnownServers } from './known-servers.ts';

/** Tells which servers of agents are not here. Those of tool nodes are told with all other tools. */
export function serverLinter(known: KnownServers): DocumentLinter {
  return {
    id: 'mcp-client.servers',
    async missing({ nodes }: NeedyDocument, workspaceId: string) {
      const problems: MissingThing[] = [];
      for (const { id, type, place, data } of nodes) {
        if (type !== 'agent') continue;
        for (const name of constantServers(data).flatMap(namedServers)) {
          if ((await known.named(workspaceId, name)) !== null) continue;
          const about = `The agent works with the MCP server ${shown(name)}, which this workspace has not: add it under this identifier (weft mcp servers add).`;
          const message = `${place}: ${about[0]?.toLowerCase()}${about.slice(1)}`;
          problems.push({ code: 'missing_server', message, about, nodeIds: [id] });
        }
      }
      return problems;
    },
  };
}

/** Identifiers; whether an address answers, only a run finds out, and what can't be read is told by the node. */
function namedServers(text: string): readonly string[] {
  try {
    return readServers(text).flatMap(({ provider, settings }) => (settings === undefined ? [provider] : []));
  } catch {
    return [];
  }
}
