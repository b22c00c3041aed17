import { bytesAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';
import { feedbackExample, feedbackSchema } from '#plugins/feedbacks/contract.ts';

const { integer, text, uuid } = schemas;
const tag = 'Logs';

const about = {
  user: { ...orNull(text), description: 'The identifier that the caller gave the end user.' },
  run_id: orNull(uuid),
  query: orNull(text),
  answer: orNull(text),
};
const feedback = objectSchema('FeedbackLog', {
  ...(feedbackSchema as { readonly properties: Readonly<Record<string, object>> }).properties,
  ...about,
});
const example = {
  ...feedbackExample,
  user: 'ada',
  run_id: '01976bd2-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  query: 'How often?',
  answer: 'Twice a week.',
};

/** What is told of the routes of opinions. */
export const feedbackLogDocs = {
  list: {
    tag,
    description: '`counts` cover the whole app, regardless of the filters.',
    answers: {
      200: jsonAnswer(
        'A page of results. While `next_cursor` is not null there are more results, even if the page is short or empty.',
        objectSchema('FeedbackPage', {
          counts: objectSchema('FeedbackCounts', { like: integer, dislike: integer }),
          data: listOf(feedback),
          next_cursor: {
            ...orNull(text),
            description: 'Pass as `cursor` to get the next page. null: there are no more results.',
          },
        }),
        { counts: { like: 1, dislike: 0 }, data: [example], next_cursor: null },
      ),
    },
    errors: { 400: ['invalid_range'] },
  },
  export: {
    tag,
    answers: { 200: bytesAnswer('One row per feedback.', 'text/csv', 'application/jsonl') },
    errors: { 400: ['invalid_range'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
