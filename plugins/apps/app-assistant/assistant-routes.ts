import { type DocumentChange, toJson } from '#engine';
import { json, type Route, route, sse } from '#http';
import { problemItem } from '#plugins/app-checks/contract.ts';
import { viewerOf } from '#plugins/datasets/contract.ts';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import type { Asker, AssistantParts } from './assistant.ts';
import { assistantDocs } from './assistant-docs.ts';
import type { TextKind } from './instructions.ts';
import type { NamedModel } from './model-calls.ts';
import type { Proposal } from './proposal.ts';
import { proposeChange } from './propose-change.ts';
import type { Step } from './rounds.ts';
import type { Turns } from './turns.ts';
import { type WrittenText, writeText } from './write-text.ts';

const path = '/console/api/apps/:app_id/assistant';
const params = { type: 'object', properties: { app_id: { type: 'string', format: 'uuid' } } } as const;
const edit = { access: ManagementAccess, permission: 'apps.edit', params } as const;
const noCommand = 'proposes changes to editors, who accept them or not';
const model = {
  type: 'object',
  required: ['provider', 'name'],
  additionalProperties: false,
  description: 'One of `GET …/assistant`. Default: the first.',
  properties: { provider: { type: 'string', maxLength: 255 }, name: { type: 'string', maxLength: 255 } },
} as const;
const wish = { type: 'string', maxLength: 4_000, description: 'What is wanted, in any language.' } as const;
const nodeId = { type: ['string', 'null'], maxLength: 200 } as const;
const problem = {
  type: 'object',
  required: ['code', 'node_id', 'field'],
  additionalProperties: false,
  properties: { code: { type: 'string', maxLength: 100 }, node_id: nodeId, field: { type: 'string', maxLength: 500 } },
} as const;
const MAX_PROBLEMS = 100;

type More = Pick<Asker, 'appId' | 'signal'> & { readonly model: NamedModel | undefined };

const askerOf = (principal: ManagementCaller, more: More): Asker => ({
  ...{ workspaceId: principal.workspaceId, viewer: viewerOf(principal) },
  ...more,
});

/** A model that proposes changes of a draft. */
export function assistantRoutes(parts: AssistantParts, turns: Turns): Route[] {
  return [
    route({
      ...edit,
      id: 'app-assistant.models',
      method: 'GET',
      path,
      summary: 'List the models that can propose changes of the draft of an app',
      noCommand,
      docs: assistantDocs.models,
      async handle({ principal: { workspaceId }, params: { app_id: appId } }) {
        await parts.drafts.tree(workspaceId, appId);
        const usable = await parts.calls.usable(workspaceId);
        return json({
          data: usable.map(({ provider, providerLabel, name }) => ({ provider, name, label: providerLabel })),
        });
      },
    }),
    route({
      ...edit,
      id: 'app-assistant.propose',
      method: 'POST',
      path: `${path}/proposals`,
      summary: 'Have a model propose a change of the draft of an app',
      noCommand,
      audit: 'path',
      ids: { 'body.problems.0.node_id': { nothing: 'a node of the draft' } },
      docs: assistantDocs.propose,
      body: {
        type: 'object',
        additionalProperties: false,
        properties: {
          wish: { ...wish, default: '' },
          problems: {
            type: 'array',
            maxItems: MAX_PROBLEMS,
            items: problem,
            description: 'Problems of the draft to fix.',
          },
          run_id: { type: 'string', format: 'uuid', description: 'A run of the draft that failed.' },
          model,
        },
      },
      async handle({ principal, params: { app_id: appId }, body, signal }) {
        const asker = askerOf(principal, { appId, signal, model: body.model });
        const problems = (body.problems ?? []).map(({ code, node_id: id, field }) => ({ code, nodeId: id, field }));
        const work = await proposeChange(parts, asker, {
          wish: (body.wish ?? '').trim(),
          problems,
          runId: body.run_id ?? null,
        });
        return sse(told(turns.take(asker.workspaceId, work)), { pingAtOnce: false });
      },
    }),
    writeRoute(parts, turns),
  ];
}

/** A text for one field. */
function writeRoute(parts: AssistantParts, turns: Turns): Route {
  return route({
    ...edit,
    id: 'app-assistant.write',
    method: 'POST',
    path: `${path}/texts`,
    summary: 'Have a model write code, a prompt, conditions or a JSON Schema for a field of the draft of an app',
    noCommand,
    audit: 'path',
    ids: { 'body.node_id': { nothing: 'a node of the draft' } },
    docs: assistantDocs.write,
    body: {
      type: 'object',
      required: ['kind', 'node_id', 'field', 'wish'],
      additionalProperties: false,
      properties: {
        kind: { type: 'string', enum: ['code', 'prompt', 'condition', 'json-schema'] },
        node_id: { type: 'string', minLength: 1, maxLength: 200, description: 'The node.' },
        field: {
          type: 'string',
          minLength: 1,
          maxLength: 500,
          description: 'Path of the field inside the `data` of the node: `code`, `prompt_template.0.text`, `cases.0`.',
        },
        wish: { ...wish, minLength: 1 },
        model,
      },
    },
    async handle({ principal, params: { app_id: appId }, body, signal }) {
      const asker = askerOf(principal, { appId, signal, model: body.model });
      const kind = body.kind as TextKind;
      const work = await writeText(parts, asker, {
        kind,
        nodeId: body.node_id,
        field: body.field,
        wish: body.wish.trim(),
      });
      return sse(told(turns.take(asker.workspaceId, work)), { pingAtOnce: false });
    },
  });
}

/** Steps, then what has come of them. */
async function* told(work: AsyncGenerator<Step, Proposal | WrittenText>): AsyncGenerator<readonly string[]> {
  try {
    for (;;) {
      const { done, value } = await work.next();
      yield [toJson(done === true ? proposalEvent(value) : value)];
      if (done === true) return;
    }
  } finally {
    await work.return(undefined as never);
  }
}

function proposalEvent(proposal: Proposal | WrittenText) {
  const { hash, summary, operations, changes, problems, leftOut } = proposal;
  return {
    ...{ event: 'proposal', hash, summary, operations, changes: changes.map(changeItem) },
    ...{ problems: problems.map(problemItem), left_out: leftOut },
    ...('text' in proposal && { text: proposal.text }),
  };
}

/** As comparisons of versions are sent. */
function changeItem({ fields, ...change }: DocumentChange) {
  const told = fields.map(({ isSecret, ...field }) => ({ ...field, ...(isSecret === true && { is_secret: true }) }));
  return { ...change, authors: [], fields: told };
}
