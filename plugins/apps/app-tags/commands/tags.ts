import { type Command, counted, routeCommand } from '#plugins/commands/contract.ts';

/** Tags of the workspace; apps get theirs by `weft apps set`. */
export const commands: readonly Command[] = [
  routeCommand('tags list', 'GET', '/console/api/tags', {
    isWhole: true,
    table: { ID: 'id', APPS: 'apps', NAME: 'name' },
  }),
  routeCommand('tags create', 'POST', '/console/api/tags', {
    summary: 'create a tag; `weft apps set ID --tag NAME` gives it to apps',
    takes: { name: 'NAME' },
    say: ({ id, name }) => `${name} is ${id}.`,
  }),
  routeCommand('tags rename', 'PATCH', '/console/api/tags/{tag_id}', {
    takes: { tag_id: 'ID', name: 'NAME' },
    say: ({ name, apps }) => `The tag is ${name}, for ${counted(apps, 'app')}.`,
  }),
  routeCommand('tags delete', 'DELETE', '/console/api/tags/{tag_id}', {
    takes: { tag_id: 'ID' },
    confirm: 'Delete the tag, and take it from all apps?',
    json: { deleted: 'tag_id' },
    say: 'Deleted.',
  }),
];
