import { emptyAnswer, jsonAnswer, listOf, nameOf, objectSchema, type RouteDocs, schemas } from '#http';

const { text, uuid } = schemas;

/** What editors may say of a workflow as a tool. */
export const toolBody = {
  type: 'object',
  additionalProperties: false,
  properties: {
    name: {
      type: 'string',
      pattern: '^[A-Za-z0-9_-]{1,64}$',
      description: 'What models call. Made of the name of the app where it is left out.',
    },
    label: nameOf(100),
    description: {
      type: 'string',
      maxLength: 2_000,
      description: 'For models: what it does and when to call it.',
    },
    parameters: {
      type: 'object',
      maxProperties: 100,
      description: 'By input of the workflow.',
      propertyNames: { maxLength: 255 },
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        properties: {
          description: { type: 'string', maxLength: 2_000 },
          form: {
            type: 'string',
            enum: ['llm', 'form'],
            description: '`llm`: the model that calls fills it. `form`: whoever places the tool does.',
          },
        },
      },
    },
  },
} as const;

const parameter = objectSchema('WorkflowToolParameter', {
  name: text,
  type: text,
  form: { type: 'string', enum: ['llm', 'form'] },
  description: text,
  required: { type: 'boolean' },
});
const tool = objectSchema('WorkflowTool', {
  id: { ...uuid, description: 'Documents name it as `provider_id`.' },
  name: text,
  label: text,
  description: text,
  parameters: {
    ...listOf(parameter),
    description: 'As the published version has them; empty while nothing is published.',
  },
  used_by: listOf(objectSchema('WorkflowToolUse', { id: uuid, name: text })),
});
const example = {
  id: '0190a8e5-4f6e-7c3a-9d52-6f1f0a3b7c11',
  name: 'summarize',
  label: 'Summarize',
  description: 'Sums up a text in three sentences.',
  parameters: [{ name: 'text', type: 'string', form: 'llm', description: 'The text.', required: true }],
  used_by: [],
};

const listed = objectSchema('ListedWorkflowTool', {
  id: { ...uuid, description: 'Documents name it as `provider_id`.' },
  name: text,
  label: text,
  description: text,
  app: objectSchema('WorkflowToolApp', { id: uuid, name: text }),
});

/** What is told of the routes. */
export const toolDocs = {
  list: {
    tag: 'Apps',
    answers: {
      200: jsonAnswer('Those of the workspace, by name.', objectSchema('WorkflowToolList', { data: listOf(listed) }), {
        data: [
          {
            id: example.id,
            name: example.name,
            label: example.label,
            description: example.description,
            app: { id: '0190a8e5-4f6e-7c3a-9d52-6f1f0a3b7c12', name: 'Summaries' },
          },
        ],
      }),
    },
  },
  get: { tag: 'Apps', answers: { 200: jsonAnswer('The tool.', tool, example) }, errors: { 404: ['not_found'] } },
  set: {
    tag: 'Apps',
    description:
      'Nodes and agents of this workspace may call it from then on, always the version that is published then. What is left out is as the app and its inputs say.',
    bodyExample: { name: 'summarize', description: 'Sums up a text in three sentences.' },
    answers: { 200: jsonAnswer('The tool.', tool, example) },
    errors: { 400: ['not_a_workflow'], 404: ['not_found'], 409: ['name_taken'] },
  },
  remove: {
    tag: 'Apps',
    answers: { 204: emptyAnswer('It is no tool any more.') },
    errors: { 404: ['not_found'], 409: ['in_use'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
