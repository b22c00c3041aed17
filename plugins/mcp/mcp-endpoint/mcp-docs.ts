import { emptyAnswer, jsonAnswer, type RouteDocs } from '#http';

const message = {
  description: 'A JSON-RPC message; as a stream where the call takes long or its progress is asked for.',
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
  200: jsonAnswer('The answer to a request.', message, example),
  202: emptyAnswer('A notification was taken.'),
  400: jsonAnswer('No message of the protocol, or its headers say something else than its body.', message, {
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32020, message: 'Header mismatch: Mcp-Method is missing' },
  }),
} as const;
const description =
  'Model Context Protocol, Streamable HTTP: 2026-07-28, and those opened by `initialize` (2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05).';
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
