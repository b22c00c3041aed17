import { json, Routes, route } from 'weft/http';
import { definePlugin, ManagementAccess } from 'weft/plugin';

interface Item {
  readonly id: string;
  readonly title: string;
  readonly app_id: string;
}

/** Of each workspace. Where they have to last they are a table: `weft/plugin` has the database. */
const items = new Map<string, readonly Item[]>();
const path = '/console/api/reading-list';

export const plugin = definePlugin({
  id: 'reading-list',
  setup({ contribute }) {
    contribute(
      Routes,
      route({
        id: 'reading-list.list',
        method: 'GET',
        path,
        summary: 'List what to read',
        access: ManagementAccess,
        permission: 'apps.use',
        handle: ({ principal }) => json({ data: items.get(principal.workspaceId) ?? [] }),
      }),
      route({
        id: 'reading-list.add',
        method: 'POST',
        path,
        summary: 'Add something to read',
        access: ManagementAccess,
        permission: 'apps.edit',
        body: {
          type: 'object',
          required: ['title', 'app_id'],
          additionalProperties: false,
          properties: { title: { type: 'string', minLength: 1 }, app_id: { type: 'string', format: 'uuid' } },
        },
        handle({ principal, body }) {
          const item = { id: crypto.randomUUID(), title: body.title, app_id: body.app_id };
          items.set(principal.workspaceId, [...(items.get(principal.workspaceId) ?? []), item]);
          return json(item, { status: 201 });
        },
      }),
    );
  },
});
