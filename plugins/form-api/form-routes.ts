import { json, type Route, route } from '../../http/contract.ts';
import { type AppCaller, AppKeyAccess, acceptEmptyInputs, formItem, requiredUser } from '../delivery-api/contract.ts';
import type { EndUsers } from '../end-users/contract.ts';
import type { StoredFiles } from '../files/contract.ts';
import type { FormKey, HumanInput } from '../human-input/contract.ts';
import { formDocs } from './form-docs.ts';

const path = '/v1/form/human_input/:form_token';

const formBody = {
  type: 'object',
  required: ['inputs', 'action'],
  properties: { inputs: { type: 'object' }, action: { type: 'string' } },
} as const;

interface FormParts {
  readonly forms: HumanInput;
  readonly files: StoredFiles;
  readonly endUsers: EndUsers;
}

/** Reading and answering the forms that runs wait for (runtime API, human-input forms). */
export function formRoutes({ forms, files, endUsers }: FormParts): Route[] {
  return [
    route({
      id: 'form-api.get-form',
      method: 'GET',
      path,
      access: AppKeyAccess,
      summary: 'Read a form that a run waits for',
      docs: formDocs.get,
      handle: async ({ principal, params }) => json(formItem(await forms.open(keyOf(principal, params)))),
    }),
    route({
      id: 'form-api.answer-form',
      method: 'POST',
      path,
      access: AppKeyAccess,
      summary: 'Answer a form; the run goes on',
      docs: formDocs.answer,
      body: formBody,
      guard: ({ body }) => {
        requiredUser(body);
        acceptEmptyInputs(body);
      },
      async handle({ principal, params, body, bodyText }) {
        const { inputs, action } = body;
        const key = keyOf(principal, params);
        const user = requiredUser(body, bodyText);
        const place = { workspaceId: key.workspaceId, appId: key.appId };
        const endUser = endUsers.identify({ ...place, type: 'service-api', sessionId: user }).user;
        const resolveFile = files.resolver({ ...place, endUserId: endUser.id });
        await forms.answer(key, { inputs, action, user, resolveFile });
        return json({});
      },
    }),
  ];
}

function keyOf({ workspaceId, app }: AppCaller, { form_token: token = '' }: Readonly<Record<string, string>>): FormKey {
  return { workspaceId, appId: app.id, token };
}
