import type { InvalidatedRoute } from '#plugins/ui/web/contract.ts';

/** What shows APIs that were imported, and their tools. */
export const apiRoutes = [
  '/console/api/custom-tools',
  '/console/api/tools',
] as const satisfies readonly InvalidatedRoute[];

/** What shows MCP servers and their tools. */
export const mcpRoutes = [
  '/console/api/mcp-servers',
  '/console/api/tools',
] as const satisfies readonly InvalidatedRoute[];
