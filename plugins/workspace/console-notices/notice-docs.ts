import { jsonAnswer, listOf, objectSchema, type RouteDocs, schemas } from '#http';
import { noticeKinds } from './contract.ts';

const { uuid, integer, boolean, seconds } = schemas;
const tag = 'Notices';
const unread = { ...integer, description: 'Number of unread notices in this workspace.' };
const notice = objectSchema('ConsoleNotice', {
  id: uuid,
  kind: { type: 'string', enum: [...noticeKinds] },
  about: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description:
      'Facts as strings: `address` of a sign-in; `amount`, `used`, `unit`, `currency`, `period` of a budget; `title` of a form; `app_id` and `host` of a webhook; `dataset_id` of a source.',
  },
  created_at: seconds,
  is_read: boolean,
});

/** What is told of the routes of notices. */
export const noticeDocs = {
  list: {
    tag,
    description: 'At most 200 notices are kept per user and workspace, for 90 days.',
    answers: {
      200: jsonAnswer(
        'The notices.',
        objectSchema('ConsoleNotices', {
          data: listOf(notice),
          unread,
          page: integer,
          limit: integer,
          total: integer,
          has_more: boolean,
        }),
        {
          data: [
            {
              id: '019a0c2e-5b7d-7c41-9a55-0d6f2f3b8c11',
              kind: 'new-sign-in',
              about: { address: '203.0.113.7' },
              created_at: 1_764_000_000,
              is_read: false,
            },
          ],
          unread: 1,
          page: 1,
          limit: 20,
          total: 1,
          has_more: false,
        },
      ),
    },
  },
  read: {
    tag,
    bodyExample: {},
    answers: {
      200: jsonAnswer('The number of notices that are still unread.', objectSchema('UnreadNotices', { unread }), {
        unread: 0,
      }),
    },
  },
  events: {
    tag,
    description:
      'Each event is a JSON object, `{"event": "unread", "unread"}`: sent when the stream starts, and whenever the number may have changed.',
    answers: {
      200: {
        description: 'A stream that ends when the request is closed.',
        content: {
          'text/event-stream': {
            schema: objectSchema('NoticeEvent', { event: { type: 'string', enum: ['unread'] }, unread }),
          },
        },
      },
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
