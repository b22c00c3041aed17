import { jsonAnswer, type Route, route } from '#http';
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
      summary: 'List node types: the forms of their settings, their outputs and handles, and the defaults of new nodes',
      noCommand: 'for editors of graphs',
      docs: {
        tag: 'Editing apps',
        description:
          'Texts are in the requested language, or in English. Node types that only mark a place inside a container are omitted.',
        requestHeaders: { 'If-None-Match': 'The `ETag` of an earlier response.' },
        answers: {
          200: {
            ...jsonAnswer('The node types.', nodeTypesSchema, example),
            headers: { ETag: 'Identifies this version of the content.' },
          },
          304: { description: 'Not modified: `If-None-Match` matches the current `ETag`.' },
        },
      },
      query,
      async handle({ query }) {
        const { text, etag } = list.answer(query.language);
        return { status: 200, headers: { etag }, body: { kind: 'text', text, contentType: 'application/json' } };
      },
    }),
  ];
}
