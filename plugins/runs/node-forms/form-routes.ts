import { jsonAnswer, namesTag, type Route, route } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { FormList } from './form-list.ts';
import { nodeTypesSchema } from './form-schema.ts';
import { furtherLanguages } from './translations.ts';

const query = {
  type: 'object',
  properties: { language: { type: 'string', enum: ['en', ...furtherLanguages], default: 'en' } },
} as const;

const example = {
  language: 'en',
  groups: [{ id: 'models', title: 'Models' }],
  data: [],
  system_variables: [{ name: 'user_id', type: 'string', about: 'The user' }],
};

/** What editors are told of node types. */
export function formRoutes(list: FormList): Route[] {
  return [
    route({
      id: 'node-forms.list',
      method: 'GET',
      path: '/console/api/node-types',
      access: ManagementAccess,
      permission: 'apps.use',
      summary: 'List node types: their settings as forms, outputs, handles, and what new nodes begin with',
      noCommand: 'for editors of graphs',
      docs: {
        tag: 'Apps',
        description:
          'Texts are in the language asked for, or in English. Node types that only mark a place in a container are left out.',
        requestHeaders: { 'If-None-Match': 'The `ETag` of an earlier answer.' },
        answers: {
          200: {
            ...jsonAnswer('The node types.', nodeTypesSchema, example),
            headers: { ETag: 'Names this content.' },
          },
          304: { description: 'As it was: `If-None-Match` names the `ETag` of what there is.' },
        },
      },
      query,
      async handle({ query, headers }) {
        const { text, etag } = list.answer(query.language);
        const answer = { etag, 'cache-control': 'private, no-cache' };
        if (namesTag(headers['if-none-match'], etag)) return { status: 304, headers: answer, body: { kind: 'empty' } };
        return { status: 200, headers: answer, body: { kind: 'text', text, contentType: 'application/json' } };
      },
    }),
  ];
}
