import { listOf, objectSchema, schemas } from '#http';
import type { JsonSchema } from '#kernel';
import { conditions, fieldSchema } from './field-schema.ts';

const { text, boolean, object } = schemas;
const texts = listOf(text);
const optional = (properties: Readonly<Record<string, JsonSchema>>) => Object.keys(properties);

const output = {
  name: text,
  each: { ...text, description: 'Path of a list or mapping of the settings: one output for each.' },
  name_at: text,
  is_identifier: { ...boolean, description: '`-` becomes `_` in the name.' },
  type: { ...text, description: '`string`, `array[object]` …, or `any`.' },
  type_at: text,
  type_by: { type: 'object', additionalProperties: text },
  type_of: {
    ...objectSchema(
      'NodeOutputTypeOf',
      { at: text, element: boolean, list: boolean },
      { optional: ['element', 'list'] },
    ),
    description: 'Of the type of what the selector at `at` names; `element`: of its elements; `list`: of a list of it.',
  },
  schema_at: {
    ...text,
    description: 'Path of a JSON Schema of the value; without a name: of one output per property.',
  },
  children: listOf({ $ref: '#/components/schemas/NodeOutput' }),
  about: text,
  when: conditions,
} satisfies Record<string, JsonSchema>;
const outputSchema = objectSchema('NodeOutput', output, { optional: optional(output) });

const handle = { id: text, label: text, each: text, id_at: text, label_at: text };
const handleSchema = objectSchema('NodeHandle', handle, {
  optional: optional(handle),
  description: 'Where edges begin: one with a fixed id, or one for each item of the list at `each`.',
});

const traits = objectSchema('NodeTraits', {
  root: boolean,
  sole_root: boolean,
  response: boolean,
  branch: boolean,
  retry: { ...boolean, description: 'Honours `retry_config`.' },
  side_effects: boolean,
  container: {
    oneOf: [
      objectSchema('NodeContainer', { kind: text, pool: { type: 'string', enum: ['copied', 'shared'] } }),
      { type: 'null' },
    ],
    description: 'Has an inside, which begins at a node of the type `<kind>-start`.',
  },
});

const sometimes = {
  told_by: { ...text, description: 'A node without a version is of this form where this list is not empty.' },
  modes: { ...texts, description: 'Offered in apps of these kinds only.' },
  is_retired: { ...boolean, description: 'Not offered for new nodes.' },
  drawn_as: { ...text, description: '`type` of the wrapper, where it is not `custom`.' },
  only_in: { ...text, description: 'Only inside a container of this kind.' },
  inside: { ...listOf(outputSchema), description: 'Outputs that only nodes inside the container see.' },
} satisfies Record<string, JsonSchema>;

const nodeTypeSchema = objectSchema(
  'NodeTypeForm',
  {
    id: { ...text, description: '`type@version`.' },
    type: { ...text, description: '`data.type`; empty for notes.' },
    versions: { ...texts, description: 'Versions the form is of, the newest last.' },
    former_types: { ...texts, description: 'Names the type had before; nodes have them in older documents.' },
    is_single: { ...boolean, description: 'A graph may have one node of it.' },
    title: text,
    about: text,
    group: text,
    icon: text,
    colour: text,
    start: { ...object, description: 'Settings of a new node, without `type` and `title`.' },
    summary: { ...texts, description: 'Paths of settings that the card shows.' },
    fields: listOf(fieldSchema),
    outputs: listOf(outputSchema),
    handles: listOf(handleSchema),
    can_fail: { ...boolean, description: 'Failures can be caught: `error_strategy`, `default_value`.' },
    required: { ...texts, description: 'Settings without which a graph is refused.' },
    traits,
    ...sometimes,
  },
  { optional: optional(sometimes) },
);

/** The answer: forms of all node types that are shown. */
export const nodeTypesSchema = objectSchema('NodeTypeForms', {
  language: { type: 'string', enum: ['en', 'de', 'fr', 'es', 'zh'] },
  groups: {
    ...listOf(objectSchema('NodeTypeGroup', { id: text, title: text })),
    description: 'Parts of the palette, in order.',
  },
  data: listOf(nodeTypeSchema),
  system_variables: listOf(
    objectSchema('SystemVariable', { name: text, type: text, about: text, modes: texts }, { optional: ['modes'] }),
  ),
});
