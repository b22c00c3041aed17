import { documentBodyLimit } from '#engine';
import { json, jsonAnswer, listOf, objectSchema, orNull, type Route, route, schemas } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { movedCredentialSchema } from './import-docs.ts';
import { importPlan, type PlanParts } from './import-plan.ts';

const { uuid, text, boolean } = schemas;

const model = objectSchema('NeededModel', {
  provider: text,
  model: text,
  type: { type: 'string', enum: ['llm', 'embedding', 'rerank'] },
  state: { type: 'string', enum: ['ready', 'provider_missing', 'model_unknown'] },
  name: { ...text, description: 'What `swap_models` of the import calls it.' },
  suggestion: {
    ...orNull(objectSchema('SuggestedModel', { model: text, is_remembered: boolean })),
    description:
      'What could take its place: what did so in an earlier import, else a default. null: it is there, or nothing can.',
  },
});
const tool = objectSchema('NeededTool', {
  provider: text,
  kind: text,
  tool: text,
  missing: { ...orNull(text), description: 'Why it can not be called; null: it is there.' },
});
const neededPackage = objectSchema('NeededPackage', {
  plugin_id: { ...text, description: 'As the document calls it: `author/name`.' },
  state: {
    type: 'string',
    enum: ['installed', 'available', 'unknown'],
    description: '`installed`: it is here, but switched off or not set up. `available`: `name` can be installed.',
  },
  name: orNull(text),
  version: orNull(text),
  title: orNull(text),
});
const dataset = objectSchema('NeededDataset', {
  id: { ...text, description: 'As the document says it: an id, one that another workspace sealed, or a name.' },
  state: { type: 'string', enum: ['ready', 'missing'] },
  places: { ...listOf(text), description: 'Titles of the nodes that ask it.' },
  suggestion: {
    ...orNull(objectSchema('SuggestedDataset', { id: uuid, name: orNull(text), is_remembered: boolean })),
    description:
      'What `swap_datasets` could put in its place: what did so in an earlier import, or a knowledge base of the same name. null: nothing is known.',
  },
});
const plan = objectSchema('ImportPlan', {
  app: objectSchema('PlannedApp', { name: text, mode: text, description: text }),
  version: { type: 'string', description: 'Of the document.' },
  status: {
    type: 'string',
    enum: ['completed', 'completed-with-warnings', 'pending'],
    description: '`pending`: the version is not known here, and the import must be confirmed.',
  },
  warnings: listOf(text),
  models: listOf(model),
  tools: listOf(tool),
  packages: { ...listOf(neededPackage), description: 'Plugins that would bring what is missing.' },
  secrets: { ...listOf(text), description: 'Names of secret variables that the document leaves empty.' },
  datasets: listOf(dataset),
  missing: {
    ...listOf(text),
    description: 'What the document needs and this workspace has not got, in words; secrets and `problem` not counted.',
  },
  credentials: {
    ...listOf(movedCredentialSchema),
    description: 'Credentials typed into nodes, which `move_credentials` of the import would move.',
  },
  problem: { ...orNull(text), description: 'Why it could not be published as it is; null: it could.' },
  is_complete: { ...boolean, description: 'Nothing is missing: published, it runs.' },
});

/** Looking at a document before it is imported. */
export function planRoute(parts: PlanParts): Route {
  return route({
    id: 'import-plans.plan',
    method: 'POST',
    path: '/console/api/apps/import/plan',
    access: ManagementAccess,
    permission: 'apps.edit',
    summary: 'Tell what importing a document would bring, and what is missing for it',
    audit: 'path',
    docs: {
      tag: 'Apps',
      description:
        'Nothing is imported, started or contacted; a document that is sent as `url`, an https address of it, is fetched.',
      bodyExample: { yaml: 'kind: app\nversion: 0.6.0\napp:\n  name: Fern Desk\n  mode: workflow\n…' },
      answers: {
        200: jsonAnswer('The plan.', plan, {
          app: { name: 'Fern Desk', mode: 'workflow', description: '' },
          version: '0.6.0',
          status: 'completed',
          warnings: [],
          models: [
            {
              ...{ provider: 'openai', model: 'gpt-4o', type: 'llm', state: 'provider_missing', name: 'openai/gpt-4o' },
              suggestion: { model: 'anthropic/claude-sonnet-4-5', is_remembered: true },
            },
          ],
          tools: [],
          packages: [],
          secrets: ['token'],
          datasets: [],
          missing: [
            'node "Answer" (2) names the model openai/gpt-4o: the provider openai has no credentials; set them first.',
          ],
          credentials: [],
          problem: null,
          is_complete: false,
        }),
      },
      errors: { 400: ['invalid_document', 'no_document'] },
    },
    body: {
      type: 'object',
      additionalProperties: false,
      properties: {
        yaml: { type: 'string', minLength: 1 },
        url: { type: 'string', minLength: 1, maxLength: 2_000, description: 'An https address of the document.' },
      },
    },
    bodyLimit: documentBodyLimit(parts.documents.limits),
    async handle({ principal, body, signal }) {
      const { yaml, url } = body;
      const { workspaceId } = principal;
      const text = await parts.sources.text({ yaml, url }, signal);
      return json(await importPlan(parts, workspaceId, await parts.documents.parseSent(text, { workspaceId })));
    },
  });
}
