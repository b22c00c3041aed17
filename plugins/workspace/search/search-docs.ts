import { jsonAnswer, listOf, objectSchema, type RouteDocs, schemas } from '#http';

const { text, boolean } = schemas;
const thing = objectSchema('FoundThing', {
  id: { ...text, description: 'Id of the thing; of a tool of an API or MCP server its provider and its own.' },
  name: text,
  about: {
    type: ['string', 'null'],
    description:
      'Where it belongs: the knowledge base of a document, the app of a conversation, the e-mail of a member.',
  },
  path: { ...text, description: 'Its page in the console.' },
});

/** What is told of the search. */
export const searchDocs = {
  find: {
    tag: 'Search',
    description:
      'Finds apps, knowledge bases, documents, conversations, members and tools that the caller may see: exact names first, then names that begin with the query, then the newest. Kinds without results are omitted.',
    errors: { 400: ['unknown_kind'] },
    answers: {
      200: jsonAnswer(
        'What was found, by kind.',
        objectSchema('SearchResult', {
          data: listOf(objectSchema('FoundKind', { kind: text, items: listOf(thing), has_more: boolean })),
        }),
        {
          data: [
            {
              kind: 'app',
              items: [
                {
                  id: '019a0c2e-5b7d-7c41-9a55-0d6f2f3b8c11',
                  name: 'Review chat',
                  about: null,
                  path: '/app/019a0c2e-5b7d-7c41-9a55-0d6f2f3b8c11/build',
                },
              ],
              has_more: false,
            },
          ],
        },
      ),
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
