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
  name: { ...text, description: 'The key to use in `swap_models` of the import.' },
  suggestion: {
    ...orNull(objectSchema('SuggestedModel', { model: text, is_remembered: boolean })),
    description:
      'A model that could replace it: the replacement of an earlier import, or a default. null: it is available, or nothing can replace it.',
  },
});
const tool = objectSchema('NeededTool', {
  provider: text,
  kind: text,
  tool: text,
  missing: { ...orNull(text), description: 'Why it cannot be called. null: it is available.' },
});
const neededPackage = objectSchema('NeededPackage', {
  plugin_id: { ...text, description: 'As named in the document: `author/name`.' },
  state: {
    type: 'string',
    enum: ['installed', 'available', 'unknown'],
    description:
      '`installed`: it is installed, but turned off or not configured. `available`: `name` can be installed.',
  },
  name: orNull(text),
  version: orNull(text),
  title: orNull(text),
});
const dataset = objectSchema('NeededDataset', {
  id: { ...text, description: 'Reference in the document: an id, an id encrypted by another workspace, or a name.' },
  state: { type: 'string', enum: ['ready', 'missing'] },
  places: { ...listOf(text), description: 'Titles of the nodes that use it.' },
  suggestion: {
    ...orNull(objectSchema('SuggestedDataset', { id: uuid, name: orNull(text), is_remembered: boolean })),
    description:
      'A knowledge base that `swap_datasets` could replace it with: the replacement of an earlier import, or one with the same name. null: unknown.',
  },
});
const plan = objectSchema('ImportPlan', {
  app: objectSchema('PlannedApp', { name: text, mode: text, description: text }),
  version: { type: 'string', description: 'Version of the document.' },
  status: {
    type: 'string',
    enum: ['completed', 'completed-with-warnings', 'pending'],
    description: '`pending`: the version is unknown, and the import must be confirmed.',
  },
  warnings: listOf(text),
  models: listOf(model),
  tools: listOf(tool),
  packages: { ...listOf(neededPackage), description: 'Plugins that provide missing dependencies.' },
  secrets: { ...listOf(text), description: 'Names of secret variables without a value in the document.' },
  datasets: listOf(dataset),
  missing: {
    ...listOf(text),
    description: 'Descriptions of dependencies that this workspace lacks, without secrets and `problem`.',
  },
  credentials: {
    ...listOf(movedCredentialSchema),
    description: 'Credentials typed into nodes, which the import moves if `move_credentials` is set.',
  },
  problem: {
    ...orNull(text),
    description: 'Why the document cannot be published as it is. null: it can be published.',
  },
  is_complete: { ...boolean, description: 'Nothing is missing: the app can be published and run.' },
});

/** Looking at a document before it is imported. */
export function planRoute(parts: PlanParts): Route {
  return route({
    id: 'import-plans.plan',
    method: 'POST',
    path: '/console/api/apps/import/plan',
    access: ManagementAccess,
    permission: 'apps.edit',
    summary: 'Preview importing a document: what it contains and what is missing',
    audit: 'path',
    docs: {
      tag: 'Importing and exporting apps',
      description:
        'Nothing is imported, run or contacted. If the document is sent as `url` (an https address), it is downloaded.',
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
