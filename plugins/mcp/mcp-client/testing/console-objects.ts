import type { ConsoleRequest, ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';
import { deafAddress } from '#plugins/webhooks/testing/deaf-address.ts';

/** An MCP server that nobody answers for. */
export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['mcpServer'],
    async make({ call, mark }) {
      const { id } = await call('mcp-servers', {
        headers: { 'x-key': 'mcp-kept-4711' },
        client_id: 'weft',
        client_secret: 'mcp-kept-4712',
        identifier: 'owned',
        name: mark,
        url: `http://${deafAddress}/${mark}`,
        auth: 'oauth',
      });
      return { mcpServer: id };
    },
  },
];

const server = '/console/api/mcp-servers';

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  [`POST ${server}`]: { body: { identifier: 'another', url: `http://${deafAddress}/` } },
  [`PATCH ${server}/:id`]: { body: { name: 'Other' } },
  [`POST ${server}/:id/accept`]: { body: { changes_hash: '0'.repeat(64) } },
  [`POST ${server}/:id/call`]: { body: { tool: 'echo', arguments: {} } },
};
