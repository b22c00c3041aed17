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
      description: 'Name of the tool for models. Defaults to a name derived from the name of the app.',
    },
    label: nameOf(100),
    description: {
      type: 'string',
      maxLength: 2_000,
      description: 'What the tool does and when to call it, for models.',
    },
    parameters: {
      type: 'object',
      maxProperties: 100,
      description: 'Settings by input of the workflow.',
      propertyNames: { maxLength: 255 },
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        properties: {
          description: { type: 'string', maxLength: 2_000 },
          form: {
            type: 'string',
            enum: ['llm', 'form'],
            description:
              'Who sets the value. `llm`: the calling model. `form`: the person who adds the tool to an app.',
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
  id: { ...uuid, description: 'The `provider_id` in documents.' },
  name: text,
  label: text,
  description: text,
  parameters: {
    ...listOf(parameter),
    description: 'The inputs of the published version. Empty if no version is published.',
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
  id: { ...uuid, description: 'The `provider_id` in documents.' },
  name: text,
  label: text,
  description: text,
  app: objectSchema('WorkflowToolApp', { id: uuid, name: text }),
});

/** What is told of the routes. */
export const toolDocs = {
  list: {
    tag: 'Apps as tools',
    answers: {
      200: jsonAnswer(
        'The workflow tools of the workspace, sorted by name.',
        objectSchema('WorkflowToolList', { data: listOf(listed) }),
        {
          data: [
            {
              id: example.id,
              name: example.name,
              label: example.label,
              description: example.description,
              app: { id: '0190a8e5-4f6e-7c3a-9d52-6f1f0a3b7c12', name: 'Summaries' },
            },
          ],
        },
      ),
    },
  },
  get: {
    tag: 'Apps as tools',
    answers: { 200: jsonAnswer('The tool.', tool, example) },
    errors: { 404: ['not_found'] },
  },
  set: {
    tag: 'Apps as tools',
    description:
      'Nodes and agents of this workspace can call the tool. They always call the currently published version. Omitted fields default to those of the app and its inputs.',
    bodyExample: { name: 'summarize', description: 'Sums up a text in three sentences.' },
    answers: { 200: jsonAnswer('The tool.', tool, example) },
    errors: { 400: ['not_a_workflow'], 404: ['not_found'], 409: ['name_taken'] },
  },
  remove: {
    tag: 'Apps as tools',
    answers: { 204: emptyAnswer('The workflow is no longer a tool.') },
    errors: { 404: ['not_found'], 409: ['in_use'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
