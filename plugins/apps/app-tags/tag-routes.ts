import { empty, json, jsonAnswer, listOf, nameOf, objectSchema, type Route, route, schemas } from '#http';
import type { AppTags } from '#plugins/apps/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';

const { uuid, text, integer, boolean } = schemas;
const tag = 'Apps';
const item = objectSchema('AppTag', {
  id: uuid,
  name: text,
  apps: { ...integer, description: 'Number of apps with the tag, without deleted ones.' },
});
const example = { id: '4d3c2b1a-0f9e-4d8c-b7a6-958473625141', name: 'support', apps: 3 };
const path = '/console/api/tags';
const edit = { access: ManagementAccess, permission: 'apps.edit' } as const;
const params = { type: 'object', properties: { tag_id: { type: 'string', format: 'uuid' } } } as const;
const body = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: { name: nameOf(50) },
} as const;

/** Tags of a workspace: whatever apps are told apart by. */
export function tagRoutes(tags: AppTags): Route[] {
  return [
    route({
      id: 'app-tags.list',
      method: 'GET',
      path,
      access: ManagementAccess,
      permission: 'apps.use',
      summary: 'List tags with the number of apps',
      docs: {
        tag,
        answers: {
          200: jsonAnswer(
            'A list, sorted by name.',
            objectSchema('AppTags', {
              data: listOf(item),
              page: integer,
              limit: integer,
              total: integer,
              has_more: boolean,
            }),
            { data: [example], page: 1, limit: 100, total: 1, has_more: false },
          ),
        },
      },
      query: {
        type: 'object',
        properties: {
          page: { type: 'integer', minimum: 1, maximum: 100_000, default: 1 },
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 100 },
          name: { type: 'string', maxLength: 50, description: 'Part of the name, in any case.' },
        },
      },
      async handle({ principal, query }) {
        const { page, limit, name } = query;
        const found = await tags.page(principal.workspaceId, { page, limit, name });
        const { total } = found;
        return json({ data: found.tags, page, limit, total, has_more: page * limit < total });
      },
    }),
    route({
      ...edit,
      id: 'app-tags.create',
      method: 'POST',
      path,
      summary: 'Create a tag; to add it to apps, use `PATCH /console/api/apps/{app_id}`',
      audit: { body: ['name'], answer: ['id'] },
      docs: {
        tag,
        description: 'Tags are also created automatically when an app is given a tag that does not exist.',
        bodyExample: { name: 'support' },
        answers: { 201: jsonAnswer('The tag.', item, { ...example, apps: 0 }) },
        errors: { 409: ['tag_exists'] },
      },
      body,
      handle: async ({ principal, body }) => json(await tags.create(principal.workspaceId, body.name), { status: 201 }),
    }),
    route({
      ...edit,
      id: 'app-tags.rename',
      method: 'PATCH',
      path: `${path}/:tag_id`,
      summary: 'Rename a tag in all apps',
      audit: { body: ['name'] },
      docs: {
        tag,
        bodyExample: { name: 'help desk' },
        answers: { 200: jsonAnswer('The tag.', item, { ...example, name: 'help desk' }) },
        errors: { 404: ['no_tag'], 409: ['tag_exists'] },
      },
      params,
      body,
      handle: async ({ principal, params: { tag_id: id }, body }) =>
        json(await tags.rename(principal.workspaceId, id.toLowerCase(), body.name)),
    }),
    route({
      ...edit,
      id: 'app-tags.delete',
      method: 'DELETE',
      path: `${path}/:tag_id`,
      summary: 'Delete a tag from all apps',
      audit: 'path',
      docs: { tag, answers: { 204: { description: 'Deleted.' } }, errors: { 404: ['no_tag'] } },
      params,
      async handle({ principal, params: { tag_id: id } }) {
        await tags.delete(principal.workspaceId, id.toLowerCase());
        return empty();
      },
    }),
  ];
}
