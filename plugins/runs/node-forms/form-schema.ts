import { listOf, namesOf, objectSchema, schemas } from '#http';
import type { JsonSchema } from '#kernel';
import { conditions, fieldSchema } from './field-schema.ts';

const { text, boolean, object } = schemas;
const texts = listOf(text);

const output = {
  name: text,
  each: { ...text, description: 'Path of a list or mapping in the settings: one output per item.' },
  name_at: text,
  is_identifier: { ...boolean, description: 'Replace `-` with `_` in the name.' },
  type: { ...text, description: '`string`, `array[object]` …, or `any`.' },
  type_at: text,
  type_by: { type: 'object', additionalProperties: text },
  type_of: {
    ...objectSchema(
      'NodeOutputTypeOf',
      { at: text, element: boolean, list: boolean },
      { optional: ['element', 'list'] },
    ),
    description: 'The type of the value selected at `at`; `element`: of its elements; `list`: of a list of it.',
  },
  schema_at: {
    ...text,
    description: 'Path of a JSON Schema of the value; without a name, of one output per property.',
  },
  children: listOf({ $ref: '#/components/schemas/NodeOutput' }),
  about: text,
  when: conditions,
} satisfies Record<string, JsonSchema>;
const outputSchema = objectSchema('NodeOutput', output, { optional: namesOf(output) });

const handle = { id: text, label: text, each: text, id_at: text, label_at: text };
const handleSchema = objectSchema('NodeHandle', handle, {
  optional: namesOf(handle),
  description: 'Start of edges: a handle with a fixed id, or one for each item of the list at `each`.',
});

const traits = objectSchema('NodeTraits', {
  root: boolean,
  sole_root: boolean,
  response: boolean,
  branch: boolean,
  retry: { ...boolean, description: 'Whether it supports `retry_config`.' },
  side_effects: boolean,
  container: {
    oneOf: [
      objectSchema('NodeContainer', { kind: text, pool: { type: 'string', enum: ['copied', 'shared'] } }),
      { type: 'null' },
    ],
    description: 'Whether it contains other nodes, starting at a node of the type `<kind>-start`.',
  },
});

const follows = { at: text, takes: texts, as: text, is_query: boolean };

const sometimes = {
  told_by: {
    ...text,
    description: 'For nodes without a version: this form applies if this list of the node is not empty.',
  },
  modes: { ...texts, description: 'Only available in apps of these modes.' },
  is_retired: { ...boolean, description: 'Whether it is hidden for new nodes.' },
  drawn_as: { ...text, description: 'The `type` of the wrapper, if it is not `custom`.' },
  only_in: { ...text, description: 'Only available inside containers of this kind.' },
  uuids_in: { ...texts, description: 'Lists in `start` whose items each get a new UUID as `id`.' },
  follows: {
    ...objectSchema('NodeFollows', follows, { optional: ['takes', 'as', 'is_query'] }),
    description: 'The setting a new node fills with a variable of the node before it, of one of the types `takes`.',
  },
  inside: { ...listOf(outputSchema), description: 'Outputs that are only available inside the container.' },
} satisfies Record<string, JsonSchema>;

const nodeTypeSchema = objectSchema(
  'NodeTypeForm',
  {
    id: { ...text, description: '`type@version`.' },
    type: { ...text, description: 'The `data.type`. Empty for notes.' },
    versions: { ...texts, description: 'Versions the form applies to, newest last.' },
    former_types: { ...texts, description: 'Former names of the type, used in older documents.' },
    is_single: { ...boolean, description: 'Whether a graph can have only one node of it.' },
    title: text,
    about: text,
    aliases: { ...texts, description: 'Other words it can be found by, in the language of the answer and in English.' },
    group: text,
    icon: text,
    colour: text,
    start: { ...object, description: 'Settings of a new node, without `type` and `title`.' },
    summary: { ...texts, description: 'Paths of settings shown on the node card.' },
    fields: listOf(fieldSchema),
    outputs: listOf(outputSchema),
    handles: listOf(handleSchema),
    can_fail: { ...boolean, description: 'Whether errors can be handled: `error_strategy`, `default_value`.' },
    required: { ...texts, description: 'Settings without which a graph is rejected.' },
    traits,
    ...sometimes,
  },
  { optional: namesOf(sometimes) },
);

/** The answer: forms of all node types that are shown. */
export const nodeTypesSchema = objectSchema('NodeTypeForms', {
  language: { type: 'string', enum: ['en', 'de', 'fr', 'es', 'zh'] },
  groups: {
    ...listOf(objectSchema('NodeTypeGroup', { id: text, title: text })),
    description: 'Groups of the node palette, in order.',
  },
  data: listOf(nodeTypeSchema),
  system_variables: listOf(
    objectSchema('SystemVariable', { name: text, type: text, about: text, modes: texts }, { optional: ['modes'] }),
  ),
});
