import { json, type Route, route } from '../../http/contract.ts';
import type { FormKey, HumanInput } from '../human-input/contract.ts';
import { type AppCaller, AppKeyAccess } from './caller.ts';
import { formItem } from './form-items.ts';
import { resolveFile } from './request-files.ts';
import { type FormBody, formBody } from './schemas.ts';
import { requiredUser } from './user.ts';

const path = '/v1/form/human_input/:form_token';

/** Reading and answering the forms that runs wait for (runtime API, section 3.12). */
export function formRoutes(forms: HumanInput): Route[] {
  return [
    route({
      id: 'delivery-api.get-form',
      method: 'GET',
      path,
      access: AppKeyAccess,
      summary: 'Read a form that a run waits for',
      handle: async ({ principal, params }) => json(formItem(await forms.open(keyOf(principal, params)))),
    }),
    route({
      id: 'delivery-api.answer-form',
      method: 'POST',
      path,
      access: AppKeyAccess,
      summary: 'Answer a form; the run goes on',
      body: formBody,
      guard: ({ body }) => void requiredUser(body),
      async handle({ principal, params, body }) {
        const { inputs, action } = body as FormBody;
        await forms.answer(keyOf(principal, params), { inputs, action, user: requiredUser(body), resolveFile });
        return json({});
      },
    }),
  ];
}

function keyOf({ workspaceId, app }: AppCaller, { form_token: token = '' }: Readonly<Record<string, string>>): FormKey {
  return { workspaceId, appId: app.id, token };
}
