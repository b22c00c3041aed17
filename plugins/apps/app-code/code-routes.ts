import { documentBodyLimit } from '#engine';
import { json, type Route, route } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { type ApplierParts, applyState } from './applier.ts';
import { codeDocs } from './code-docs.ts';
import { MAX_DOCUMENTS, type Outcome, type PlanItem } from './contract.ts';
import { makePlan } from './planner.ts';
import { shownCode } from './shown-code.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const wishProperties = {
  documents: {
    type: 'array',
    minItems: 1,
    maxItems: MAX_DOCUMENTS,
    items: {
      type: 'object',
      required: ['file', 'yaml'],
      additionalProperties: false,
      properties: {
        file: {
          ...text,
          minLength: 1,
          maxLength: 200,
          description: 'File name. Used as the key of the app if the document has no `app.key`.',
        },
        yaml: { ...text, minLength: 1 },
        layout: { ...text, description: 'Content of the layout file. Omit to keep the current node positions.' },
      },
    },
  },
  environment: {
    ...text,
    maxLength: 200_000,
    description: 'Content of the environment file: models, datasets and secrets.',
  },
  secrets: {
    type: 'object',
    maxProperties: 500,
    additionalProperties: { ...text, maxLength: 200_000 },
    description: 'Values of the environment variables that the environment file refers to. Stored encrypted.',
  },
  publish: { ...flag, default: true, description: 'Publish each app whose draft is not the published version.' },
  prune: {
    ...flag,
    default: false,
    description: 'Delete apps that were managed by files before and are in none of the documents.',
  },
  confirm: { ...flag, description: 'Accept documents of unknown DSL versions.' },
} as const;

/** Apps that are kept in files: seen in canonical form, compared, applied. */
export function codeRoutes(parts: ApplierParts): Route[] {
  // As long as an import may be, for all documents together.
  const bodyLimit = documentBodyLimit(parts.documents.limits);
  const shared = { access: ManagementAccess, permission: 'apps.edit' } as const;
  return [
    route({
      ...shared,
      id: 'app-code.show',
      method: 'GET',
      path: '/console/api/apps/:app_id/code',
      summary: 'Get the draft of an app in canonical form, with its layout separately',
      docs: codeDocs.show,
      params: { type: 'object', properties: { app_id: { type: 'string', format: 'uuid' } } },
      async handle({ principal, params: { app_id: appId } }) {
        const source = await parts.sources.get(principal.workspaceId, appId);
        return json({ key: source.key, ...shownCode(parts.documents, source.draft, source.key) });
      },
    }),
    route({
      ...shared,
      id: 'app-code.plan',
      method: 'POST',
      path: '/console/api/app-code/plan',
      summary: 'Preview what applying documents would change',
      audit: 'path',
      docs: codeDocs.plan,
      body: { type: 'object', required: ['documents'], additionalProperties: false, properties: wishProperties },
      bodyLimit,
      async handle({ principal, body }) {
        const { items, variables } = await makePlan(parts, principal.workspaceId, body);
        return json({ data: items.map(planItem), variables });
      },
    }),
    route({
      ...shared,
      id: 'app-code.apply',
      method: 'POST',
      path: '/console/api/app-code/apply',
      summary: 'Apply documents: create, change, publish and delete apps to match them',
      audit: { body: ['publish', 'prune', 'note'], answer: ['data.key', 'data.app_id', 'data.action'] },
      docs: codeDocs.apply,
      body: {
        type: 'object',
        required: ['documents'],
        additionalProperties: false,
        properties: {
          ...wishProperties,
          note: { ...text, maxLength: 1000, description: 'Note for the published versions, such as a git revision.' },
          expected: {
            type: 'object',
            maxProperties: 2000,
            additionalProperties: { ...text, maxLength: 100 },
            description:
              'The expected `state` of each app by `key`, as returned by the plan. Omit to apply regardless of the current state.',
          },
          allow_missing: {
            ...flag,
            description: 'Also apply documents whose models, datasets or secrets are missing.',
          },
        },
      },
      bodyLimit,
      async handle({ principal, body }) {
        const { allow_missing: allowMissing, ...desired } = body;
        const asked = { ...desired, ...(allowMissing !== undefined && { allowMissing }) };
        const outcomes = await applyState(parts, principal, asked);
        return json({ data: outcomes.map(outcomeItem) });
      },
    }),
  ];
}

function planItem(item: PlanItem) {
  return {
    key: item.key,
    file: item.file,
    app_id: item.appId,
    name: item.name,
    action: item.action,
    publishes: item.publishes,
    takes_over: item.takesOver,
    changes: item.changes.map(({ fields, ...change }) => ({
      ...change,
      fields: fields.map(({ isSecret, ...field }) => ({ ...field, ...(isSecret && { is_secret: true }) })),
    })),
    layout_changed: item.layoutChanged,
    missing: item.missing,
    problems: item.problems,
    warnings: item.warnings,
    state: item.state,
  };
}

function outcomeItem({ key, appId, name, action, number, error }: Outcome) {
  return { key, app_id: appId, name, action, number, error };
}
