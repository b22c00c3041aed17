import { jsonAnswer, listOf, objectSchema, type RouteDocs, schemas, successAnswer } from '#http';
import { appExample, appSchema, deletedAppSchema } from './app-docs.ts';

const { uuid, text, seconds, integer, boolean } = schemas;
const tag = 'Apps';
const version = objectSchema('AppVersion', {
  id: { ...uuid, description: 'The `workflow_id` of its runs.' },
  number: integer,
  name: text,
  note: text,
  published_by: text,
  published_at: seconds,
  is_current: { ...boolean, description: 'Whether it is the one that is called.' },
});

/** What is told of the routes about what happens to apps. */
export const lifecycleDocs = {
  change: {
    tag,
    description:
      'Callers of a paused app are refused with 403 on every route, and so are forms of its runs that wait; runs under way go on, and webhooks are told. A draft becomes active by being published; a paused app that is published stays paused.',
    bodyExample: { name: 'Fern Desk', tags: ['support'] },
    answers: { 200: jsonAnswer('The app.', appSchema, appExample) },
    errors: { 409: ['not_published'] },
  },
  duplicate: { tag, answers: { 201: jsonAnswer('The copy.', appSchema, { ...appExample, status: 'draft' }) } },
  deleted: {
    tag,
    answers: { 200: jsonAnswer('Latest first.', objectSchema('DeletedApps', { data: listOf(deletedAppSchema) })) },
  },
  restore: { tag, answers: { 200: jsonAnswer('The app.', appSchema, appExample) } },
  versions: {
    tag,
    answers: {
      200: jsonAnswer('Newest first.', objectSchema('AppVersions', { data: listOf(version), has_more: boolean })),
    },
  },
  exportVersion: {
    tag,
    answers: { 200: { description: 'The document.', content: { 'application/yaml': { schema: text } } } },
  },
  restoreVersion: { tag, answers: { 200: successAnswer } },
} as const satisfies Readonly<Record<string, RouteDocs>>;
