import { type HttpServer, json, type Language, languageOf, linkPage, Public, type Route, route } from '#http';
import { formItem } from '#plugins/delivery-api/contract.ts';
import type { HumanInput } from '#plugins/human-input/contract.ts';
import { formDocs } from './form-docs.ts';
import { pageTexts } from './page-texts.ts';

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
      summary: 'The page of a form that was sent by e-mail',
      docs: formDocs.page,
      handle: ({ headers }) => page(server, languageOf(headers['accept-language'])),
    }),
    route({
      id: 'form-api.show-sent-form',
      method: 'POST',
      path: '/form/show',
      access: Public,
      summary: 'Get a form that was sent by e-mail',
      docs: formDocs.show,
      body: showBody,
      handle: async ({ body }) => json(formItem(await forms.openSent(body.token))),
    }),
    route({
      id: 'form-api.answer-sent-form',
      method: 'POST',
      path: '/form/answer',
      access: Public,
      summary: 'Submit a form that was sent by e-mail; the run continues',
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

function page(server: HttpServer, language: Language) {
  const t = pageTexts[language];
  const post = (path: string, body: string) =>
    `curl -X POST "${server.publicUrl('runtime')}/form/${path}" -H "Content-Type: application/json" \\\n  -d '${body}'`;
  return linkPage({
    title: t.title,
    language,
    text: t.text,
    how: t.how,
    ways: [
      { title: t.show, call: post('show', '{"token": "TOKEN"}') },
      {
        title: t.answer,
        call: post('answer', '{"token": "TOKEN", "inputs": {"note": "fine"}, "action": "ok"}'),
      },
    ],
  });
}
