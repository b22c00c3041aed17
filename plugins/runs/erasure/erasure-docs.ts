import { jsonAnswer, objectSchema, type RouteDocs } from '#http';

const tag = 'Logs';
const accepted = jsonAnswer(
  'It is certain to happen, and mostly has within seconds. Runs under way are stopped.',
  objectSchema('ErasureAccepted', { result: { type: 'string', enum: ['accepted'] } }),
  { result: 'accepted' },
);

/** What is told of the routes that remove what people said. */
export const erasureDocs = {
  conversation: { tag, answers: { 202: accepted }, errors: { 404: ['conversation_not_found'] } },
  endUser: {
    tag,
    description: 'The same name counts as somebody new when it comes again. Sums of usage stay: they name nobody.',
    answers: { 202: accepted },
    errors: { 404: ['end_user_not_found'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
