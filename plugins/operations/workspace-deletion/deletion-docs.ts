import { jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { text, uuid, seconds, boolean } = schemas;
const tag = 'Members';

const workspace = objectSchema('InstalledWorkspace', {
  id: uuid,
  name: text,
  plan: text,
  created_at: seconds,
  deleted_at: { ...orNull(seconds), description: 'When it was deleted and closed, as a Unix timestamp in seconds.' },
  deleted_by: orNull(text),
  purge_at: {
    ...orNull(seconds),
    description: 'Until when it can be restored, as a Unix timestamp in seconds. After that, its data is purged.',
  },
});
const answer = jsonAnswer('The workspace.', workspace);

export const deletionDocs = {
  delete: {
    tag,
    answers: { 200: answer },
    errors: { 400: ['wrong_name'], 403: ['wrong_password'], 409: ['last_one', 'deleted'] },
  },
  restore: { tag, answers: { 200: answer }, errors: { 404: ['not_deleted'] } },
  restoreAny: { tag, answers: { 200: answer }, errors: { 404: ['not_deleted'] } },
  list: {
    tag,
    answers: {
      200: jsonAnswer(
        'A list, oldest first.',
        objectSchema('InstalledWorkspaces', { data: listOf(workspace), has_more: boolean }),
      ),
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
