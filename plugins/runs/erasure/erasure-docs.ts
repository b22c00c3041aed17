import { jsonAnswer, objectSchema, type RouteDocs } from '#http';

const tag = 'Logs';
const accepted = jsonAnswer(
  'Deletion was started and usually finishes within seconds. Runs in progress are stopped.',
  objectSchema('ErasureAccepted', { result: { type: 'string', enum: ['accepted'] } }),
  { result: 'accepted' },
);

/** What is told of the routes that remove what people said. */
export const erasureDocs = {
  conversation: { tag, answers: { 202: accepted }, errors: { 404: ['conversation_not_found'] } },
  endUser: {
    tag,
    description:
      'If the same identifier is used again, it counts as a new end user. Usage totals are kept; they contain no end users.',
    answers: { 202: accepted },
    errors: { 404: ['end_user_not_found'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
