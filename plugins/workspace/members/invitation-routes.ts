import { empty, type HttpServer, json, languageOf, nameOf, Public, type Route, route } from '#http';
import { type Logger, PlatformError } from '#kernel';
import { AccountAccess, type Accounts } from '#plugins/accounts/contract.ts';
import type { Mail } from '#plugins/mail/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { Workspaces } from '#plugins/workspaces/contract.ts';
import { invitationEmail } from './invitation-email.ts';
import type { Invitation } from './invitation-store.ts';
import { memberDocs } from './member-docs.ts';
import { invitationItem, myWorkspaceItem } from './member-items.ts';
import { givenRole } from './member-routes.ts';
import type { MembersService } from './members-service.ts';

export interface InvitationRouteParts {
  readonly members: MembersService;
  readonly accounts: Accounts;
  readonly workspaces: Workspaces;
  readonly mail: Mail;
  readonly server: HttpServer;
  readonly logger: Logger;
}

const manage = { access: ManagementAccess, permission: 'members.manage' } as const;
const params = { type: 'object', properties: { invitation_id: { type: 'string', format: 'uuid' } } } as const;
const token = {
  type: 'string',
  pattern: '^inv-[A-Za-z0-9]{40}$',
  description: 'The part of the invitation link after `#`: `inv-` and 40 characters.',
} as const;

/** Inviting, and what comes of it. */
export function invitationRoutes(parts: InvitationRouteParts): Route[] {
  const { members } = parts;
  return [
    route({
      ...manage,
      id: 'members.list-invitations',
      method: 'GET',
      path: '/console/api/invitations',
      summary: 'List open invitations',
      docs: memberDocs.invitations,
      handle: async ({ principal }) =>
        json({ data: (await members.invitations(principal.workspaceId)).map(invitationItem) }),
    }),
    route({
      ...manage,
      id: 'members.invite',
      method: 'POST',
      path: '/console/api/invitations',
      summary: 'Invite a user by e-mail, as admin, editor or member',
      audit: { body: ['email', 'role'], answer: ['id'] },
      docs: memberDocs.invite,
      body: {
        type: 'object',
        required: ['email', 'role'],
        additionalProperties: false,
        properties: { email: { type: 'string', format: 'email', maxLength: 254 }, role: givenRole },
      },
      async handle({ principal, body: given, headers }) {
        const made = await members.invite(principal.workspaceId, { ...given, inviter: principal });
        return json(await told(parts, made, headers['accept-language']), { status: 201 });
      },
    }),
    route({
      ...manage,
      id: 'members.resend-invitation',
      method: 'POST',
      path: '/console/api/invitations/:invitation_id/resend',
      summary: 'Send an invitation again, with a new link',
      audit: { answer: ['email', 'role'] },
      docs: memberDocs.resend,
      params,
      async handle({ principal, params: { invitation_id: id }, headers }) {
        const renewed = await members.renewInvitation(principal.workspaceId, id, principal);
        return json(await told(parts, renewed, headers['accept-language']));
      },
    }),
    route({
      ...manage,
      id: 'members.revoke-invitation',
      method: 'DELETE',
      path: '/console/api/invitations/:invitation_id',
      summary: 'Revoke an invitation',
      audit: 'path',
      docs: memberDocs.revoke,
      params,
      async handle({ principal, params: { invitation_id: id } }) {
        await members.revokeInvitation(principal.workspaceId, id);
        return empty();
      },
    }),
    ...acceptanceRoutes(parts),
  ];
}

function acceptanceRoutes({ members, accounts, workspaces }: InvitationRouteParts): Route[] {
  return [
    route({
      id: 'members.offer',
      method: 'POST',
      path: '/console/api/invitations/show',
      access: Public,
      summary: 'Get the details of an invitation',
      docs: memberDocs.offer,
      body: { type: 'object', required: ['token'], additionalProperties: false, properties: { token } },
      async handle({ body }) {
        const invitation = await members.invitation(body.token);
        const workspace = await workspaces.get(invitation.workspaceId);
        return json({
          workspace_id: invitation.workspaceId,
          workspace_name: workspace?.name ?? '',
          email: invitation.email,
          role: invitation.role,
          has_account: (await accounts.byEmail(invitation.email)) !== null,
        });
      },
    }),
    route({
      id: 'members.join',
      method: 'POST',
      path: '/console/api/invitations/join',
      access: Public,
      summary: 'Accept an invitation and create an account; then sign in',
      docs: memberDocs.join,
      body: {
        type: 'object',
        required: ['token', 'name', 'password'],
        additionalProperties: false,
        properties: {
          token,
          name: nameOf(100),
          password: { type: 'string', minLength: 1, maxLength: 1024 },
        },
      },
      async handle({ body: given }) {
        const { email, workspaceId } = await members.invitation(given.token);
        await members.requireRoom(workspaceId);
        const account = await accounts.create({ email, name: given.name, password: given.password });
        await members.accept(given.token, account);
        return json({ result: 'success' }, { status: 201 });
      },
    }),
    route({
      id: 'members.accept',
      method: 'POST',
      path: '/console/api/account/invitations',
      access: AccountAccess,
      permission: 'account.manage',
      summary: 'Accept an invitation',
      ids: { 'body.token': { nothing: 'a secret, good for one address' } },
      noCommand: 'a person takes an invitation',
      docs: memberDocs.accept,
      body: { type: 'object', required: ['token'], additionalProperties: false, properties: { token } },
      async handle({ principal: { account }, body }) {
        const membership = await members.accept(body.token, account);
        const workspace = await workspaces.get(membership.workspaceId);
        if (workspace === null) throw noInvitation();
        return json(myWorkspaceItem(workspace, membership, workspace.id));
      },
    }),
  ];
}

/**
 * Sends the link, or shows it where there is no mail server, or none that takes e-mails at the moment. Who has no account yet is
 * written to in the language of who invites them (`wanted`).
 */
async function told(
  { mail, server, accounts, workspaces, logger }: InvitationRouteParts,
  { invitation, secret }: { readonly invitation: Invitation; readonly secret: string },
  wanted: string | undefined,
) {
  const link = `${server.publicUrl('console')}/invitation#${secret}`;
  const workspace = await workspaces.get(invitation.workspaceId);
  const { email: to, role, invitedBy: inviter } = invitation;
  const language = languageOf((await accounts.byEmail(to))?.language ?? wanted);
  const text = invitationEmail[language]({ inviter, role, link, workspace: workspace?.name ?? '' });
  const isMailed = await mail.send({ to, about: 'invitations', ...text }).catch((error) => {
    logger.warn({ err: error }, 'the mail with an invitation was not sent');
    return false;
  });
  return { ...invitationItem(invitation), mailed: isMailed, link: isMailed ? null : link };
}

function noInvitation(): PlatformError {
  return new PlatformError('not-found', 'members.no_invitation', 'The workspace of the invitation is gone.');
}
