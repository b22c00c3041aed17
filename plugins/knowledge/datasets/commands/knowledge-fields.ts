import { type Command, routeCommand } from '#plugins/commands/contract.ts';

const all = '/console/api/datasets/{dataset_id}/fields';
const one = '/console/api/datasets/{dataset_id}/fields/{field_id}';

/** Metadata fields of knowledge bases. */
export const commands: readonly Command[] = [
  routeCommand('knowledge fields list', 'GET', all, {
    takes: { dataset_id: 'BASE' },
    table: { ID: 'id', TYPE: 'type', NAME: 'name' },
    none: 'None: weft knowledge fields add BASE NAME',
    after: (answer) => (answer.built_in_field_enabled ? builtIn(answer.built_in_fields) : []),
  }),
  routeCommand('knowledge fields add', 'POST', all, {
    takes: { dataset_id: 'BASE', name: 'NAME' },
    defaults: { type: 'string' },
    say: ({ id, name }) => `${name} is ${id}.`,
  }),
  routeCommand('knowledge fields rename', 'PATCH', one, {
    takes: { dataset_id: 'BASE', field_id: 'FIELD', name: 'NAME' },
    say: ({ name }) => `The field is ${name}.`,
  }),
  routeCommand('knowledge fields remove', 'DELETE', one, {
    takes: { dataset_id: 'BASE', field_id: 'FIELD' },
    confirm: 'Remove the field, and its values from all documents?',
    json: { removed: 'field_id' },
    say: 'Removed.',
  }),
  routeCommand('knowledge fields built-in', 'PATCH', all, {
    takes: { dataset_id: 'BASE', built_in_field_enabled: 'on|off' },
    say: ({ built_in_field_enabled: isShown }) => `Built-in fields are ${isShown ? 'shown' : 'hidden'}.`,
  }),
];

function builtIn(fields: readonly { readonly name: string; readonly type: string }[]): string[] {
  return fields.map(({ name, type }) => `built in  ${type}  ${name}`);
}
