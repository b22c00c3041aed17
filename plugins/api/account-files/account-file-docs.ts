import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { uuid, text, integer, boolean, seconds } = schemas;
const tag = 'Connected accounts';

const attached = jsonAnswer(
  'The file.',
  objectSchema('AttachedFile', {
    id: { ...uuid, description: 'The `upload_file_id` for inputs.' },
    name: text,
    size: { ...integer, description: 'Size in bytes.' },
    extension: { type: 'string', description: 'File extension, lowercase, without the dot.' },
    mime_type: text,
  }),
  {
    ...{ id: '5f0c6a52-3d55-4a3e-9c52-0a8b1f0d6e11', name: 'Handbook.md' },
    ...{ size: 48211, extension: 'md', mime_type: 'text/markdown' },
  },
);
const errors = {
  400: ['no_file', 'kept_back', 'too_large', 'file_extension_blocked'],
  404: ['not_picked'],
  409: ['broken', 'missing_capability'],
  413: ['file_too_large'],
  415: ['unsupported_file_type'],
  503: ['busy'],
};

const account = objectSchema('VisitorAccount', {
  id: uuid,
  service: text,
  label: { type: 'string', description: 'What people know the account by: an address or a name.' },
  state: { type: 'string', enum: ['ready', 'broken'], description: '`broken`: the service refuses it; see `reason`.' },
  reason: orNull(text),
  connected_at: seconds,
  last_used_at: orNull(seconds),
});

/** What is told of the routes. */
export const accountFileDocs = {
  attachDraft: {
    tag,
    description:
      'The caller has picked the file with this account (`picking` of `POST /console/api/connected-accounts/connect`). It becomes ' +
      'an upload of the caller, for runs of the draft.',
    answers: { 201: attached },
    errors: { ...errors, 404: ['not_picked', 'app_not_found'] },
  },
  attach: {
    tag,
    description: 'The visitor has picked the file with this account. It becomes an upload of the visitor.',
    answers: { 201: attached },
    errors: { ...errors, 403: ['visitors_only'] },
  },
  list: {
    tag,
    answers: {
      200: jsonAnswer(
        'The accounts of the visitor in this app.',
        objectSchema('VisitorAccountList', {
          picker: { ...boolean, description: 'Files can be picked: Google is set up.' },
          data: listOf(account),
        }),
        {
          picker: true,
          data: [
            {
              ...{ id: '0196f5c0-0000-7000-8000-000000000061', service: 'google', label: 'ada@example.com' },
              ...{ state: 'ready', reason: null, connected_at: 1_795_000_000, last_used_at: null },
            },
          ],
        },
      ),
    },
    errors: { 403: ['visitors_only'] },
  },
  connect: {
    tag,
    answers: {
      200: jsonAnswer('Send the browser to this address.', objectSchema('ConnectAddress', { url: text }), {
        url: 'https://accounts.google.com/o/oauth2/v2/auth?…',
      }),
    },
    errors: { 400: ['unknown_provider'], 403: ['visitors_only'], 409: ['not_set_up'], 429: ['too_many_attempts'] },
  },
  disconnect: {
    tag,
    answers: { 204: emptyAnswer('Disconnected.') },
    errors: { 403: ['visitors_only'], 404: ['not_found'] },
  },
} satisfies Readonly<Record<string, RouteDocs>>;
