import { emptyAnswer, jsonAnswer, type RouteDocs } from '#http';
import { appServerAnswer, codeAnswer, workspaceServerAnswer } from './settings-schema.ts';

const tool = {
  name: 'Ferns',
  title: 'Ferns',
  description: 'Answers questions about ferns.',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  outputSchema: { type: 'object', properties: { answer: { type: 'string' } } },
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
const made = jsonAnswer('The code, this once.', codeAnswer, {
  code,
  url: `https://api.example.com/mcp/server/${code}/mcp`,
});
const ofApp = jsonAnswer('What is set, and the tool.', appServerAnswer, app);
const ofWorkspace = jsonAnswer('What is set, and the tools.', workspaceServerAnswer, workspace);
const rotation =
  'The code before it is good for nothing at once, also for calls that are being answered; their runs go on.';

/** What is told of the routes that set servers up. */
export const settingsDocs = {
  get: { tag: 'Apps', answers: { 200: ofApp }, errors: { 404: ['not_found'] } },
  set: {
    tag: 'Apps',
    description:
      'Clients see it within a second, and hear of new tools when they ask for them again. Switching it off ends answers under way.',
    bodyExample: { enabled: true, description: 'Answers questions about ferns.' },
    answers: { 200: ofApp },
    errors: { 404: ['not_found'], 409: ['name_taken'] },
  },
  renew: { tag: 'Apps', description: rotation, answers: { 201: made }, errors: { 404: ['not_found'] } },
  remove: { tag: 'Apps', answers: { 204: emptyAnswer('It has none.') }, errors: { 404: ['not_found'] } },
  getWorkspace: { tag: 'Apps', answers: { 200: ofWorkspace } },
  setWorkspace: { tag: 'Apps', bodyExample: { enabled: true }, answers: { 200: ofWorkspace } },
  renewWorkspace: { tag: 'Apps', description: rotation, answers: { 201: made } },
  removeWorkspace: { tag: 'Apps', answers: { 204: emptyAnswer('It has none.') } },
} as const satisfies Readonly<Record<string, RouteDocs>>;
