import { json, type Route, type RouteRequest, route, type SchemaValue } from '#http';
import { PlatformError } from '#kernel';
import { isOwnRun } from '#plugins/end-users/contract.ts';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import type { Runs } from '#plugins/runs/contract.ts';
import type { FormFileSource, HumanForm, HumanInput } from './contract.ts';
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

interface FormRouteParts {
  readonly forms: HumanInput & { readonly files: FormFileSource | undefined };
  readonly runs: Runs;
}

/**
 * Forms as an operator sees them: what runs wait for, and answering in somebody's place. Who may use apps sees those of
 * their own runs, and answers what is asked of who runs the app.
 */
export function managementRoutes(parts: FormRouteParts): Route[] {
  const { forms } = parts;
  const access = ManagementAccess;
  const ownPermission = 'apps.use';
  return [
    route({
      id: 'human-input.list-forms',
      method: 'GET',
      path: '/console/api/forms',
      access,
      permission: 'logs.view',
      ownPermission,
      summary: 'List forms that runs are waiting for, newest first',
      ids: { 'query.before': 'form' },
      docs: formDocs.list,
      query: listQuery,
      handle: (request) => listForms(parts, request),
    }),
    route({
      id: 'human-input.get-form',
      method: 'GET',
      path: '/console/api/forms/:form_id',
      access,
      permission: 'logs.view',
      ownPermission,
      summary: 'Get a form, with its response if it was submitted',
      docs: formDocs.get,
      params,
      handle: async (request) => json(formDetailItem(await visible(parts, request, 'logs.view'))),
    }),
    route({
      id: 'human-input.answer-form',
      method: 'POST',
      path: '/console/api/forms/:form_id/answer',
      access,
      permission: 'apps.edit',
      ownPermission,
      summary: 'Submit a form; omitted paragraphs keep their default',
      audit: { body: ['action'] },
      docs: formDocs.answer,
      params,
      body: answerBody,
      async handle(request) {
        const { action, inputs } = request.body;
        const { principal } = request;
        const form = await visible(parts, request, 'apps.edit');
        const isOperator = principal.can('apps.edit');
        // Others were sent mails: who started the run does not approve in their place.
        if (!isOperator && !form.hasToken) throw noForm(form.id);
        const user = isOperator ? null : principal.accountId;
        const resolveFile = await fileResolver(parts, principal, form);
        const answer = { action, inputs: inputs ?? {}, user, ...(resolveFile && { resolveFile }) };
        await forms.answerAsOperator(principal.workspaceId, form.id, answer);
        return json({ result: 'success' });
      },
    }),
  ];
}

/** Files are those that the caller has uploaded for runs as this one is: of the draft, or of the published app. */
async function fileResolver({ forms, runs }: FormRouteParts, caller: ManagementCaller, form: HumanForm) {
  const source = forms.files;
  if (source === undefined || !form.inputs.some(({ type }) => type === 'file' || type === 'file-list'))
    return undefined;
  const { workspaceId } = caller;
  const run = await runs.summary(workspaceId, form.runId);
  return source.resolver(caller, { workspaceId, appId: form.appId, isDraft: run?.triggeredFrom === 'debugging' });
}

async function listForms(parts: FormRouteParts, { principal, query }: ListRequest) {
  const { forms } = parts;
  const { app_id: appId, run_id: runId, status, limit, before } = query;
  if (!principal.can('logs.view')) await requireOwnRun(parts, principal, runId);
  const found = await forms.list(principal.workspaceId, {
    appId,
    runId,
    status: status === 'all' ? undefined : status,
    limit: limit + 1,
    before,
  });
  return json({ data: found.slice(0, limit).map(formItem), has_more: found.length > limit, limit });
}

/** A form, of the caller's own runs alone where they have not the permission. Throws `human-input.not_found`. */
async function visible(parts: FormRouteParts, request: Request, permission: string): Promise<HumanForm> {
  const { principal } = request;
  const form = await parts.forms.get(principal.workspaceId, formId(request));
  if (!principal.can(permission) && !(await isOwn(parts, principal, form.runId))) throw noForm(form.id);
  return form;
}

async function isOwn({ runs }: FormRouteParts, caller: ManagementCaller, runId: string): Promise<boolean> {
  const run = await runs.get(caller.workspaceId, runId);
  return run !== null && isOwnRun(caller, run);
}

async function requireOwnRun(parts: FormRouteParts, caller: ManagementCaller, runId: string | undefined) {
  if (runId !== undefined && (await isOwn(parts, caller, runId.toLowerCase()))) return;
  const message = 'run_id must name a run that you started: forms of other runs take the permission logs.view';
  throw new PlatformError('invalid', 'http.invalid_param', message, { field: 'run_id' });
}

function noForm(formId: string): PlatformError {
  const message = `There is no form ${formId} that you may see or answer; those of others take another permission.`;
  return new PlatformError('not-found', 'human-input.not_found', message);
}

function formId({ params: { form_id: id } }: Request): string {
  return id.toLowerCase();
}
