import { runBodyLimit } from '#engine';
import { json, type Route, route } from '#http';
import { PlatformError } from '#kernel';
import { type AppCaller, AppUserAccess, requiredUser, userKind } from '#plugins/app-access/contract.ts';
import { acceptEmptyInputs, formItem } from '#plugins/delivery-api/contract.ts';
import type { EndUsers } from '#plugins/end-users/contract.ts';
import type { StoredFiles } from '#plugins/files/contract.ts';
import type { FormKey, HumanForm, HumanInput } from '#plugins/human-input/contract.ts';
import type { Runs } from '#plugins/runs/contract.ts';
import { formDocs } from './form-docs.ts';

const path = '/v1/form/human_input/:form_token';

const formBody = {
  type: 'object',
  required: ['inputs', 'action'],
  properties: { inputs: { type: 'object' }, action: { type: 'string' } },
} as const;

type Params = Readonly<Record<string, string>>;

interface FormParts {
  readonly forms: HumanInput;
  readonly files: StoredFiles;
  readonly endUsers: EndUsers;
  readonly runs: Runs;
}

/** Reading and answering the forms that runs wait for (runtime API, human-input forms). */
export function formRoutes(parts: FormParts): Route[] {
  const { forms, files, endUsers } = parts;
  return [
    route({
      id: 'form-api.get-form',
      method: 'GET',
      path,
      access: AppUserAccess,
      summary: 'Get a form that a run is waiting for',
      docs: formDocs.get,
      handle: async ({ principal, params }) => json(formItem(await openForm(parts, principal, params))),
    }),
    route({
      id: 'form-api.answer-form',
      method: 'POST',
      path,
      access: AppUserAccess,
      summary: 'Submit a form; the run continues',
      docs: formDocs.answer,
      body: formBody,
      bodyLimit: runBodyLimit,
      guard: ({ principal, body }) => {
        requiredUser(principal, body);
        acceptEmptyInputs(body);
      },
      async handle({ principal, params, body, bodyText }) {
        const { inputs, action } = body;
        const key = keyOf(principal, params);
        if (principal.visitor !== undefined) await openForm(parts, principal, params);
        const user = requiredUser(principal, body, bodyText);
        const place = { workspaceId: key.workspaceId, appId: key.appId };
        const endUser = endUsers.identify({ ...place, type: userKind(principal), sessionId: user }).user;
        const resolveFile = files.resolver({ ...place, endUserId: endUser.id });
        await forms.answer(key, { inputs, action, user, resolveFile });
        return json({});
      },
    }),
  ];
}

/** A visitor answers the forms of their own runs; others are none. */
async function openForm({ forms, endUsers, runs }: FormParts, caller: AppCaller, params: Params): Promise<HumanForm> {
  const form = await forms.open(keyOf(caller, params));
  const { visitor, workspaceId, appId } = caller;
  if (visitor === undefined) return form;
  const { user } = endUsers.identify({ workspaceId, appId, type: userKind(caller), sessionId: visitor.id });
  if ((await runs.get(workspaceId, form.runId))?.createdBy.id === user.id) return form;
  throw new PlatformError('not-found', 'form-api.not_found', 'There is no such form for this visitor.');
}

function keyOf({ workspaceId, app }: AppCaller, { form_token: token = '' }: Params): FormKey {
  return { workspaceId, appId: app.id, token };
}
