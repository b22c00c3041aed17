import { type Command, counted, routeCommand } from '#plugins/commands/contract.ts';

const all = '/console/api/dataset-tags';
const one = '/console/api/dataset-tags/{tag_id}';
const binding = '/console/api/datasets/{dataset_id}/tags/{tag_id}';
const bound = {
  takes: { dataset_id: 'BASE', tag_id: 'TAG' },
  json: { dataset_id: 'dataset_id', tag_id: 'tag_id' },
} as const;

/** Tags of knowledge bases. */
export const commands: readonly Command[] = [
  routeCommand('knowledge tags list', 'GET', all, { table: { ID: 'id', BASES: 'datasets', NAME: 'name' } }),
  routeCommand('knowledge tags create', 'POST', all, {
    takes: { name: 'NAME' },
    say: ({ id, name }) => `${name} is ${id}.`,
  }),
  routeCommand('knowledge tags rename', 'PATCH', one, {
    takes: { tag_id: 'TAG', name: 'NAME' },
    say: ({ name, datasets }) => `The tag is ${name}, for ${counted(datasets, 'base')}.`,
  }),
  routeCommand('knowledge tags delete', 'DELETE', one, {
    confirm: 'Delete the tag, and take it from all knowledge bases?',
    json: { deleted: 'tag_id' },
    say: 'Deleted.',
  }),
  routeCommand('knowledge tags add', 'PUT', binding, { ...bound, say: 'It has the tag.' }),
  routeCommand('knowledge tags take', 'DELETE', binding, { ...bound, say: 'It does not have the tag.' }),
];
