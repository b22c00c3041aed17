import { fromJson, isMapping, toJson } from '#engine';
import { json, type Route, type RouteRequest, rawJson, route, unixSeconds } from '#http';
import {
  type AppCaller,
  AppUserAccess,
  deleted,
  requiredUser,
  requireMode,
  userKind,
} from '#plugins/app-access/contract.ts';
import type { EndUsers } from '#plugins/end-users/contract.ts';
import type { FileAddresses, StoredFiles } from '#plugins/files/contract.ts';
import { withoutProvider } from '#plugins/provider-http/contract.ts';
import { resultDocs } from './results-docs.ts';
import type { Result, ResultsService } from './results-service.ts';
import type { ResultOwner } from './store.ts';

interface RouteParts {
  readonly endUsers: EndUsers;
  readonly files: StoredFiles;
  readonly service: ResultsService;
}

const params = { type: 'object', properties: { result_id: { type: 'string', format: 'uuid' } } } as const;

const listQuery = {
  type: 'object',
  properties: {
    user: { type: 'string' },
    before: { type: 'string', format: 'uuid' },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    kept: { type: 'boolean' },
  },
} as const;

const changeBody = {
  type: 'object',
  properties: { user: {}, name: { type: 'string', maxLength: 200 }, kept: { type: 'boolean' } },
} as const;

/** Past results of the caller's user. */
export function resultRoutes(parts: RouteParts): Route[] {
  const { service } = parts;
  return [
    route({
      id: 'results.list',
      method: 'GET',
      path: '/v1/results',
      access: AppUserAccess,
      summary: 'List results of a user',
      docs: resultDocs.list,
      query: listQuery,
      guard: ({ principal, query }) => guard(principal, query),
      async handle({ principal, query, origin }) {
        const { before, limit, kept } = query;
        const page = await service.list(ownerOf(parts, principal, query), { before, limit, isKept: kept });
        const files = parts.files.at(origin);
        return json({ data: page.items.map((item) => resultItem(item, principal, files)), has_more: page.hasMore });
      },
    }),
    route({
      id: 'results.change',
      method: 'PATCH',
      path: '/v1/results/:result_id',
      access: AppUserAccess,
      summary: 'Rename a result, or keep it',
      docs: resultDocs.change,
      params,
      body: changeBody,
      guard: ({ principal, body }) => guard(principal, body),
      async handle({ principal, params, body, bodyText, origin }) {
        const { name, kept } = body;
        const owner = ownerOf(parts, principal, body, bodyText);
        const changes = {
          ...(name !== undefined && { name: name.replaceAll('\0', '').toWellFormed().trim() }),
          ...(kept !== undefined && { kept }),
        };
        const changed = await service.change(owner, params.result_id.toLowerCase(), changes);
        return json(resultItem(changed, principal, parts.files.at(origin)));
      },
    }),
    route({
      id: 'results.delete',
      method: 'DELETE',
      path: '/v1/results/:result_id',
      access: AppUserAccess,
      summary: 'Delete a result',
      docs: resultDocs.delete,
      params,
      body: { type: 'object', properties: { user: {} } },
      bodyPresence: 'optional',
      guard: ({ principal, body, query }: RouteRequest<AppCaller>) => guard(principal, body ?? query),
      async handle({ principal, params, body, bodyText, query }) {
        await service.hide(ownerOf(parts, principal, body ?? query, bodyText), params.result_id.toLowerCase());
        return deleted();
      },
    }),
  ];
}

function guard(caller: AppCaller, container: unknown): void {
  requiredUser(caller, container);
  requireMode(caller, caller.app.mode === 'completion' ? 'completion' : 'workflow');
}

function ownerOf({ endUsers }: RouteParts, caller: AppCaller, container: unknown, text = ''): ResultOwner {
  const { workspaceId, app } = caller;
  const sessionId = requiredUser(caller, container, text);
  const { user } = endUsers.identify({ workspaceId, appId: app.id, type: userKind(caller), sessionId });
  return { workspaceId, appId: app.id, endUserId: user.id };
}

function resultItem({ kept, run }: Result, { app, workspaceId, visitor }: AppCaller, files: FileAddresses) {
  const outputs = run.outputs === null ? null : files.freshenText(workspaceId, run.outputs);
  return {
    id: run.id,
    task_id: run.taskId,
    name: kept.name,
    kept: kept.kept,
    status: run.status,
    inputs: rawJson(files.freshenText(workspaceId, givenInputs(run.inputs))),
    outputs: outputs === null ? null : rawJson(outputs),
    answer: app.mode === 'completion' && outputs !== null ? answerIn(outputs) : null,
    // Strangers are told what it means to them.
    error: visitor === undefined || visitor.isExempt || run.error === null ? run.error : withoutProvider(run.error),
    created_at: unixSeconds(run.createdAt),
    elapsed_time: run.elapsed,
    total_tokens: run.totalTokens,
  };
}

/** Without what the platform adds to the inputs of a run. */
function givenInputs(text: string): string {
  const inputs = fromJson(text);
  if (!isMapping(inputs)) return '{}';
  return toJson(Object.fromEntries(Object.entries(inputs).filter(([name]) => !name.startsWith('sys.'))));
}

function answerIn(text: string): string | null {
  const outputs = fromJson(text);
  return isMapping(outputs) && typeof outputs.answer === 'string' ? outputs.answer : null;
}
