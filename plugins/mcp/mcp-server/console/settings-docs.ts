import { emptyAnswer, jsonAnswer, type RouteDocs } from '#http';
import { appServerAnswer, codeAnswer, workspaceServerAnswer } from './settings-schema.ts';

const tool = {
  name: 'Ferns',
  title: 'Ferns',
  description: 'Answers questions about ferns.',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  outputSchema: { type: 'object', properties: { answer: { type: 'string' } } },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};
const shared = { enabled: true, has_code: true, code_end: 'k3Zq' };
const app = {
  ...shared,
  name: 'Ferns',
  description: 'Answers questions about ferns.',
  parameters: { query: 'A question about plants.' },
  url: 'https://api.example.com/mcp/apps/0190a8e5-4f6e-7c3a-9d52-6f1f0a3b7c11',
  tool,
};
const workspace = {
  ...shared,
  url: 'https://api.example.com/mcp/workspaces/0190a8e5-4f6e-7c3a-9d52-6f1f0a3b7c12',
  tools: [tool],
};
const code = 'h2C1b0V9n8M7q6W5e4R3t2Y1u0I9k3Zq';
const made = jsonAnswer('The code, returned only in this response.', codeAnswer, {
  code,
  url: `https://api.example.com/mcp/server/${code}/mcp`,
});
const ofApp = jsonAnswer('The settings, and the tool.', appServerAnswer, app);
const ofWorkspace = jsonAnswer('The settings, and the tools.', workspaceServerAnswer, workspace);
const rotation =
  'The previous code stops working immediately, also for calls in progress. Runs that were started continue.';

/** What is told of the routes that set servers up. */
export const settingsDocs = {
  get: { tag: 'MCP server', answers: { 200: ofApp }, errors: { 404: ['not_found'] } },
  set: {
    tag: 'MCP server',
    description:
      'Takes effect within a second; clients see new tools when they list tools again. Turning the server off ends calls in progress.',
    bodyExample: { enabled: true, description: 'Answers questions about ferns.' },
    answers: { 200: ofApp },
    errors: { 404: ['not_found'], 409: ['name_taken'] },
  },
  renew: { tag: 'MCP server', description: rotation, answers: { 201: made }, errors: { 404: ['not_found'] } },
  remove: {
    tag: 'MCP server',
    answers: { 204: emptyAnswer('The server has no code.') },
    errors: { 404: ['not_found'] },
  },
  getWorkspace: { tag: 'MCP server', answers: { 200: ofWorkspace } },
  setWorkspace: { tag: 'MCP server', bodyExample: { enabled: true }, answers: { 200: ofWorkspace } },
  renewWorkspace: { tag: 'MCP server', description: rotation, answers: { 201: made } },
  removeWorkspace: { tag: 'MCP server', answers: { 204: emptyAnswer('The server has no code.') } },
} as const satisfies Readonly<Record<string, RouteDocs>>;
