import { type HttpServer, json, linkPage, Public, type Route, route } from '#http';
import { formItem } from '#plugins/delivery-api/contract.ts';
import type { HumanInput } from '#plugins/human-input/contract.ts';
import { formDocs } from './form-docs.ts';

const token = {
  type: 'string',
  pattern: '^[A-Za-z0-9]{32}$',
  description: 'What follows `#` in the link: 32 letters and digits.',
} as const;

const showBody = { type: 'object', required: ['token'], additionalProperties: false, properties: { token } } as const;
const answerBody = {
  type: 'object',
  required: ['token', 'inputs', 'action'],
  additionalProperties: false,
  properties: { token, inputs: { type: 'object' }, action: { type: 'string' } },
} as const;

/**
 * Forms by the links of e-mails (app DSL, human-input: delivery method `email`). Whoever has the link may answer; the
 * token is sent in bodies only, so that no log of addresses has it.
 */
export function sentFormRoutes(forms: HumanInput, server: HttpServer): Route[] {
  return [
    route({
      id: 'form-api.sent-form-page',
      method: 'GET',
      path: '/form',
      access: Public,
      summary: 'Tell how a form that came by e-mail is answered, as a page',
      docs: formDocs.page,
      handle: () => page(server),
    }),
    route({
      id: 'form-api.show-sent-form',
      method: 'POST',
      path: '/form/show',
      access: Public,
      summary: 'Read a form that came by e-mail',
      docs: formDocs.show,
      body: showBody,
      handle: async ({ body }) => json(formItem(await forms.openSent(body.token))),
    }),
    route({
      id: 'form-api.answer-sent-form',
      method: 'POST',
      path: '/form/answer',
      access: Public,
      summary: 'Answer a form that came by e-mail; the run goes on',
      docs: formDocs.answerSent,
      body: answerBody,
      async handle({ body }) {
        const { token: given, ...answer } = body;
        await forms.answerSent(given, answer);
        return json({});
      },
    }),
  ];
}

function page(server: HttpServer) {
  const post = (path: string, body: string) =>
    `curl -X POST "${server.publicUrl('runtime')}/form/${path}" -H "Content-Type: application/json" \\\n  -d '${body}'`;
  return linkPage({
    title: 'A form waits for your answer',
    text: 'The address of this page is a form that was sent to you. It is good for one answer; the first of all counts.',
    ways: [
      { title: 'What is asked?', call: post('show', '{"token": "TOKEN"}') },
      {
        title: 'Answer, with the names of its inputs and the id of an action',
        call: post('answer', '{"token": "TOKEN", "inputs": {"note": "fine"}, "action": "ok"}'),
      },
    ],
  });
}
