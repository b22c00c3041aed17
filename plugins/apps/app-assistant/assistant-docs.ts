import { jsonAnswer, listOf, objectSchema, type RouteDocs, schemas } from '#http';
import { problemSchema } from '#plugins/app-checks/contract.ts';

const { text, integer } = schemas;
const tag = 'Editing apps';
const named = objectSchema('AssistantModel', { provider: text, name: text, label: text });

const step = {
  event: { type: 'string', enum: ['step', 'proposal'], description: 'The last event is `proposal`, or `error`.' },
  step: { type: 'string', enum: ['asking', 'writing', 'checking', 'repairing'] },
  round: { ...integer, description: '0: the first answer of the model. Then the rounds of repair, at most 2.' },
  characters: { ...integer, description: 'Of the answer so far.' },
} as const;
const proposal = {
  hash: { ...text, description: 'State of the draft that the proposal is a change of.' },
  summary: { ...text, description: 'Summary by the model.' },
  operations: { ...listOf({ type: 'object' }), description: 'For `PATCH …/draft/tree`. Empty: nothing is changed.' },
  changes: { ...listOf({ type: 'object' }), description: 'The same as a comparison of two versions.' },
  problems: { ...listOf(problemSchema), description: 'What is wrong with the draft after the change.' },
  left_out: { ...listOf(text), description: 'What the model wanted and can not be, in English.' },
  text: { ...text, description: 'What is written in the field. Only of `…/assistant/texts`.' },
} as const;
const optional = [
  ...(['step', 'round', 'characters'] as const),
  ...(Object.keys(proposal) as (keyof typeof proposal)[]),
];
const events = (description: string, isText: boolean) => ({
  200: {
    description,
    content: {
      'text/event-stream': {
        schema: objectSchema(
          isText ? 'WritingEvent' : 'ProposalEvent',
          { ...step, ...proposal },
          {
            optional,
          },
        ),
      },
    },
  },
});
const refused = {
  409: ['no_model'],
  429: ['too_many_requests'],
} as const;
const how =
  ' Nothing is changed. The model sees no values of variables and nothing that looks like a credential. Its calls count into the usage of the app. The stream reports each step; closing it ends the work.';

/** What is told of the routes of the assistant. */
export const assistantDocs = {
  models: {
    tag,
    description: 'Without a model the assistant is not offered: the demo models can not write apps.',
    answers: {
      200: jsonAnswer('The models, the default first.', objectSchema('AssistantModels', { data: listOf(named) }), {
        data: [{ provider: 'openai', name: 'gpt-4o', label: 'OpenAI' }],
      }),
    },
  },
  propose: {
    tag,
    description: `Send a wish, problems of the draft, a run of it that failed, or several of them.${how}`,
    bodyExample: { wish: 'Translate the text into French, then have somebody approve it' },
    answers: events('Steps, then the proposal.', false),
    errors: {
      ...refused,
      400: ['nothing_asked', 'unknown_model', 'no_graph', 'too_large'],
      404: ['no_run'],
      409: ['no_model', 'no_problem'],
    },
  },
  write: {
    tag,
    description: `Writes code, a prompt, conditions or a JSON Schema for one field of a node.${how}`,
    bodyExample: { kind: 'code', node_id: '1002', field: 'code', wish: 'Count the words' },
    answers: events('Steps, then the text with the change that puts it in its place.', true),
    errors: { ...refused, 400: ['unknown_model', 'no_graph'], 404: ['no_field'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
