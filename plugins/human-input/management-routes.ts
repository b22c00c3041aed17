import { json, type Route, type RouteRequest, route, type SchemaValue } from '../../http/contract.ts';
import { ManagementAccess, type ManagementCaller } from '../management-api/contract.ts';
import type { HumanInput } from './contract.ts';
import { formDocs } from './form-docs.ts';
import { formDetailItem, formItem, formStatuses } from './form-items.ts';

const uuid = { type: 'string', format: 'uuid' } as const;
const params = { type: 'object', properties: { form_id: uuid } } as const;
const listQuery = {
  type: 'object',
  properties: {
    app_id: uuid,
    run_id: uuid,
    status: { type: 'string', enum: [...formStatuses, 'all'], default: 'open' },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    before: uuid,
  },
} as const;
const answerBody = {
  type: 'object',
  required: ['action'],
  additionalProperties: false,
  properties: { action: { type: 'string', maxLength: 100 }, inputs: { type: ['object', 'null'] } },
} as const;

type Request = RouteRequest<ManagementCaller, unknown, unknown, 'form_id'>;
type ListRequest = RouteRequest<ManagementCaller, SchemaValue<typeof listQuery>>;

/** Forms as an operator sees them: what runs wait for, and answering in somebody's place. */
export function managementRoutes(forms: HumanInput): Route[] {
  const access = ManagementAccess;
  return [
    route({
      id: 'human-input.list-forms',
      method: 'GET',
      path: '/console/api/forms',
      access,
      permission: 'logs.view',
      summary: 'List forms that runs wait for, newest first',
      docs: formDocs.list,
      query: listQuery,
      handle: (request) => listForms(forms, request),
    }),
    route({
      id: 'human-input.get-form',
      method: 'GET',
      path: '/console/api/forms/:form_id',
      access,
      permission: 'logs.view',
      summary: 'Show a form, and its answer when it has one',
      docs: formDocs.get,
      params,
      handle: async (request) => {
        const { workspaceId } = request.principal;
        return json(formDetailItem(await forms.get(workspaceId, formId(request))));
      },
    }),
    route({
      id: 'human-input.answer-form',
      method: 'POST',
      path: '/console/api/forms/:form_id/answer',
      access,
      permission: 'apps.edit',
      summary: 'Answer a form; paragraphs that are left out keep their default',
      audit: { body: ['action'] },
      docs: formDocs.answer,
      params,
      body: answerBody,
      async handle(request) {
        const { action, inputs } = request.body;
        const { workspaceId } = request.principal;
        await forms.answerAsOperator(workspaceId, formId(request), { action, inputs: inputs ?? {}, user: null });
        return json({ result: 'success' });
      },
    }),
  ];
}

async function listForms(forms: HumanInput, { principal, query }: ListRequest) {
  const { app_id: appId, run_id: runId, status, limit, before } = query;
  const found = await forms.list(principal.workspaceId, {
    appId,
    runId,
    status: status === 'all' ? undefined : status,
    limit: limit + 1,
    before,
  });
  return json({ data: found.slice(0, limit).map(formItem), has_more: found.length > limit, limit });
}

function formId({ params: { form_id: id } }: Request): string {
  return id.toLowerCase();
}
