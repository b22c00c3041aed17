import { emptyAnswer, jsonAnswer, type RouteDocs } from '#http';

const message = {
  description: 'A JSON-RPC message. Sent as a stream if the call takes long, or if progress was requested.',
  type: 'object',
  properties: {
    jsonrpc: { const: '2.0' },
    id: { type: ['string', 'integer'] },
    result: { type: 'object' },
    error: { type: 'object' },
  },
} as const;

const example = { jsonrpc: '2.0', id: 1, result: { tools: [] } };
const answers = {
  200: jsonAnswer('The response to a request.', message, example),
  202: emptyAnswer('The notification was accepted.'),
  400: jsonAnswer('The body is not a message of the protocol, or does not match the headers.', message, {
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32020, message: 'Header mismatch: Mcp-Method is missing' },
  }),
} as const;
const description =
  'Model Context Protocol over Streamable HTTP. Supported versions: 2026-07-28, and those that start with `initialize` (2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05).';
const bodyExample = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const refusals = ['switched_off', 'forbidden_origin'];

/** What is told of the addresses for clients. */
export const mcpDocs = {
  code: { tag: 'MCP', description, bodyExample, answers, errors: { 401: ['unauthorized'], 403: refusals } },
  key: {
    tag: 'MCP',
    description,
    bodyExample,
    answers,
    errors: { 401: ['unauthorized', 'invalid_token'], 403: refusals, 404: ['not_found'] },
  },
  member: {
    tag: 'MCP',
    description,
    bodyExample,
    answers,
    errors: { 401: ['invalid_token'], 403: refusals, 404: ['not_found'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
