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
  avatar_url: { ...orNull(text), description: 'Path of the picture on this server. Changes with the picture.' },
  role,
  joined_at: seconds,
});
const workspace = objectSchema('MyWorkspace', {
  id: uuid,
  name: text,
  description: text,
  role,
  permissions: { ...listOf(text), description: 'The permissions of the role.' },
  is_current: {
    ...boolean,
    description: 'Whether it is the workspace of requests that name none. Never a deleted workspace.',
  },
  deleted_at: {
    ...orNull(seconds),
    description: 'When the owner deleted and closed it, as a Unix timestamp in seconds.',
  },
  purge_at: { ...orNull(seconds), description: 'Until when the owner can restore it, as a Unix timestamp in seconds.' },
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
    mailed: { ...boolean, description: 'Whether an e-mail with the link was sent.' },
    link: { ...orNull(text), description: 'The link to pass on if no mail server is configured.' },
  },
  { optional: ['mailed', 'link'] },
);
const offer = objectSchema('InvitationOffer', {
  workspace_id: uuid,
  workspace_name: text,
  email: text,
  role,
  has_account: { ...boolean, description: 'true: sign in to accept. false: accepting creates the account.' },
});

const data = <const Items extends JsonSchema>(title: string, items: Items) =>
  objectSchema(title, { data: listOf(items) });
const done = emptyAnswer('Success.');

export const memberDocs = {
  list: {
    tag,
    answers: {
      200: jsonAnswer(
        'A page of members, oldest first.',
        objectSchema('Members', {
          data: listOf(member),
          next_cursor: {
            ...orNull(text),
            description: 'Pass as `cursor` to get the next page. null: there are no more results.',
          },
        }),
      ),
    },
  },
  setRole: { tag, answers: { 200: jsonAnswer('The member.', member) }, errors: { 404: ['no_member'], 409: ['owned'] } },
  remove: { tag, answers: { 204: done }, errors: { 404: ['no_member'], 409: ['owned'] } },
  leave: { tag, answers: { 204: done }, errors: { 404: ['no_member'], 409: ['owned'] } },
  invitations: { tag, answers: { 200: jsonAnswer('A list, oldest first.', data('Invitations', invitation)) } },
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
  offer: {
    tag,
    answers: { 200: jsonAnswer('What accepting the invitation does.', offer) },
    errors: { 404: ['no_invitation'] },
  },
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
  mine: { tag, answers: { 200: jsonAnswer('A list, oldest first.', data('MyWorkspaces', workspace)) } },
  create: {
    tag,
    answers: { 201: jsonAnswer('The workspace. You are its owner.', workspace) },
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
      'Creates the account that owns the first workspace. The setup code is printed at every start of the server until an owner exists.',
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
      201: jsonAnswer(
        'The link. It can be used once, within one hour.',
        objectSchema('ResetLink', { link: text, token: text }),
      ),
    },
    errors: { 404: ['no_account'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
