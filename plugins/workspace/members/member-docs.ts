import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas, successAnswer } from '#http';
import type { JsonSchema } from '#kernel';
import { roles } from './roles.ts';

const { text, uuid, seconds, boolean } = schemas;
const tag = 'Members';
const role = { type: 'string', enum: [...roles] };

const member = objectSchema('Member', {
  account_id: uuid,
  email: text,
  name: text,
  avatar_url: { ...orNull(text), description: 'Path of the picture on this server; another one after each change.' },
  role,
  joined_at: seconds,
});
const workspace = objectSchema('MyWorkspace', {
  id: uuid,
  name: text,
  description: text,
  role,
  permissions: { ...listOf(text), description: 'What the role may do.' },
  is_current: { ...boolean, description: 'Where requests go that name no workspace; never one that is deleted.' },
  deleted_at: { ...orNull(seconds), description: 'When its owner deleted it; it is closed since.' },
  purge_at: { ...orNull(seconds), description: 'Until when they can restore it.' },
});
const invitation = objectSchema(
  'Invitation',
  {
    id: uuid,
    email: text,
    role,
    invited_by: text,
    created_at: seconds,
    expires_at: seconds,
    mailed: { ...boolean, description: 'Whether a mail with the link was sent.' },
    link: { ...orNull(text), description: 'To be passed on, where no mail server is configured.' },
  },
  { optional: ['mailed', 'link'] },
);
const offer = objectSchema('InvitationOffer', {
  workspace_id: uuid,
  workspace_name: text,
  email: text,
  role,
  has_account: { ...boolean, description: 'True: sign in to accept. False: accepting makes the account.' },
});

const data = (title: string, items: JsonSchema) => objectSchema(title, { data: listOf(items) });
const done = emptyAnswer('Done.');

export const memberDocs = {
  list: {
    tag,
    answers: {
      200: jsonAnswer(
        'A page, oldest first.',
        objectSchema('Members', {
          data: listOf(member),
          next_cursor: { ...orNull(text), description: 'For `cursor` of the next page; null: there is none.' },
        }),
      ),
    },
  },
  setRole: { tag, answers: { 200: jsonAnswer('The member.', member) }, errors: { 404: ['no_member'], 409: ['owned'] } },
  remove: { tag, answers: { 204: done }, errors: { 404: ['no_member'], 409: ['owned'] } },
  leave: { tag, answers: { 204: done }, errors: { 404: ['no_member'], 409: ['owned'] } },
  invitations: { tag, answers: { 200: jsonAnswer('Oldest first.', data('Invitations', invitation)) } },
  invite: {
    tag,
    answers: { 201: jsonAnswer('The invitation.', invitation) },
    errors: { 400: ['invalid_email'], 409: ['already_a_member', 'too_many_invitations'] },
  },
  resend: {
    tag,
    answers: { 200: jsonAnswer('The invitation, with a new link.', invitation) },
    errors: { 404: ['no_invitation'] },
  },
  revoke: { tag, answers: { 204: done }, errors: { 404: ['no_invitation'] } },
  offer: { tag, answers: { 200: jsonAnswer('What accepting means.', offer) }, errors: { 404: ['no_invitation'] } },
  join: {
    tag,
    answers: { 201: successAnswer },
    errors: { 400: ['weak_password'], 404: ['no_invitation'], 409: ['email_taken'] },
  },
  accept: {
    tag,
    answers: { 200: jsonAnswer('The workspace you joined.', workspace) },
    errors: { 403: ['other_address'], 404: ['no_invitation'], 409: ['already_a_member'] },
  },
  mine: { tag, answers: { 200: jsonAnswer('Oldest first.', data('MyWorkspaces', workspace)) } },
  create: {
    tag,
    answers: { 201: jsonAnswer('The workspace; you own it.', workspace) },
    errors: { 409: ['too_many_workspaces'] },
  },
  use: {
    tag,
    answers: { 200: jsonAnswer('The workspace.', workspace) },
    errors: { 404: ['no_workspace'], 409: ['workspace_deleted'] },
  },
  transfer: {
    tag,
    answers: { 200: successAnswer },
    errors: { 403: ['wrong_password', 'wrong_code'], 404: ['no_member'], 429: ['too_many_attempts'] },
  },
  setup: {
    tag,
    description:
      'Makes the account that owns the workspace of the first start. The code is printed when the server starts, until there is an owner.',
    bodyExample: {
      code: 'A1B2-C3D4-E5F6-G7H8',
      email: 'ada@example.com',
      name: 'Ada Berg',
      password: 'A good password',
      workspace_name: 'Plants',
    },
    answers: { 201: successAnswer },
    errors: { 400: ['weak_password', 'invalid_email'], 403: ['wrong_setup_code'], 409: ['owned', 'email_taken'] },
  },
  claim: {
    tag,
    answers: { 201: jsonAnswer('The owner.', member) },
    errors: { 400: ['weak_password', 'invalid_email'], 409: ['owned', 'email_taken'] },
  },
  resetLink: {
    tag,
    answers: {
      201: jsonAnswer('The link, good once and for an hour.', objectSchema('ResetLink', { link: text, token: text })),
    },
    errors: { 404: ['no_account'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
