import { jsonAnswer, objectSchema, type RouteDocs, schemas } from '#http';

const workspace = objectSchema('Workspace', {
  id: schemas.uuid,
  name: schemas.text,
  description: schemas.text,
  plan: schemas.text,
  code_network: { type: 'boolean', description: 'Whether code nodes may use the network.' },
});
const answer = jsonAnswer('The workspace.', workspace, {
  id: '0d1e2f30-4152-4637-8495-a6b7c8d9e0f1',
  name: 'Default',
  description: '',
  plan: 'unlimited',
  code_network: false,
});
const errors = { 404: ['no_workspace'] };

/** What is told of the routes of the workspace. */
export const workspaceDocs = {
  get: { tag: 'Workspace', answers: { 200: answer }, errors },
  set: { tag: 'Workspace', bodyExample: { code_network: true }, answers: { 200: answer }, errors },
} as const satisfies Readonly<Record<string, RouteDocs>>;
