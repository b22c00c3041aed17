import { jsonAnswer, listOf, objectSchema, type RouteDocs, schemas, successAnswer } from '#http';
import { appExample, appSchema, deletedAppSchema } from './app-docs.ts';

const { uuid, text, seconds, integer, boolean } = schemas;
const tag = 'Apps';
const version = objectSchema('AppVersion', {
  id: { ...uuid, description: 'The `workflow_id` for runs of this version.' },
  number: integer,
  name: text,
  note: text,
  published_by: text,
  published_at: seconds,
  is_current: { ...boolean, description: 'Whether it is the version that is called.' },
});

/** What is told of the routes about what happens to apps. */
export const lifecycleDocs = {
  change: {
    tag,
    description:
      'While an app is paused, requests to it are rejected with 403 on every route, including answers to open forms of its runs; runs in progress continue, and webhooks are notified. A draft becomes active when it is published; publishing a paused app does not resume it.',
    bodyExample: { name: 'Fern Desk', tags: ['support'] },
    answers: { 200: jsonAnswer('The app.', appSchema, appExample) },
    errors: { 409: ['not_published'] },
  },
  duplicate: { tag, answers: { 201: jsonAnswer('The copy.', appSchema, { ...appExample, status: 'draft' }) } },
  deleted: {
    tag,
    answers: {
      200: jsonAnswer('A list, most recent first.', objectSchema('DeletedApps', { data: listOf(deletedAppSchema) })),
    },
  },
  restore: { tag, answers: { 200: jsonAnswer('The app.', appSchema, appExample) } },
  versions: {
    tag,
    answers: {
      200: jsonAnswer(
        'A list, newest first.',
        objectSchema('AppVersions', { data: listOf(version), has_more: boolean }),
      ),
    },
  },
  exportVersion: {
    tag,
    answers: { 200: { description: 'The document.', content: { 'application/yaml': { schema: text } } } },
  },
  restoreVersion: { tag, answers: { 200: successAnswer } },
} as const satisfies Readonly<Record<string, RouteDocs>>;
