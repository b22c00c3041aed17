import { type HttpServer, json, nameOf, type Route, route } from '#http';
import { PlatformError } from '#kernel';
import { type Account, AccountAccess, type Accounts } from '#plugins/accounts/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { Workspaces } from '#plugins/workspaces/contract.ts';
import type { CurrentWorkspace } from './current-workspace.ts';
import { memberDocs } from './member-docs.ts';
import { memberItem, myWorkspaceItem } from './member-items.ts';
import type { MembersService } from './members-service.ts';

export interface WorkspaceRouteParts {
  readonly members: MembersService;
  readonly accounts: Accounts;
  readonly workspaces: Workspaces;
  readonly current: CurrentWorkspace;
  readonly server: HttpServer;
}

const access = AccountAccess;
const name = nameOf(100);
/** Who belongs to this many workspaces makes no more of them. */
const WORKSPACES = 100;

/** The workspaces of whoever calls. */
export function workspaceRoutes(parts: WorkspaceRouteParts): Route[] {
  const { members, accounts, workspaces, current } = parts;
  async function mine(account: Account) {
    const memberships = await members.workspacesOf(account.id);
    const currentId = await current.of(account);
    const found = await Promise.all(
      memberships.map(async (membership) => ({ membership, workspace: await workspaces.get(membership.workspaceId) })),
    );
    return found.flatMap(({ membership, workspace }) =>
      workspace === null ? [] : [myWorkspaceItem(workspace, membership, currentId)],
    );
  }

  return [
    route({
      id: 'members.my-workspaces',
      method: 'GET',
      path: '/console/api/workspaces',
      access,
      summary: 'List your workspaces',
      docs: memberDocs.mine,
      handle: async ({ principal }) => json({ data: await mine(principal.account) }),
    }),
    route({
      id: 'members.create-workspace',
      method: 'POST',
      path: '/console/api/workspaces',
      access,
      permission: 'account.manage',
      summary: 'Create a workspace and switch to it',
      docs: memberDocs.create,
      body: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: { name, description: { type: 'string', maxLength: 1000 } },
      },
      async handle({ principal: { account }, body: given }) {
        if ((await members.workspacesOf(account.id)).length >= WORKSPACES) {
          const message = `An account may belong to ${WORKSPACES} workspaces; leave one first.`;
          throw new PlatformError('conflict', 'members.too_many_workspaces', message);
        }
        const shown = { name: plainLine(given.name), description: (given.description ?? '').replaceAll('\0', '') };
        const maker = { accountId: account.id, most: accounts.mostWorkspaces };
        const workspace = await workspaces.createBy(maker, { ...shown, ownerName: account.name });
        if (workspace === null) throw tooMany(accounts.mostWorkspaces);
        const membership = await members.add(workspace.id, account.id, 'owner');
        await accounts.update(account.id, { currentWorkspaceId: workspace.id });
        return json(myWorkspaceItem(workspace, membership, workspace.id), { status: 201 });
      },
    }),
    route({
      id: 'members.use-workspace',
      method: 'POST',
      path: '/console/api/workspaces/:workspace_id/use',
      access,
      permission: 'account.manage',
      summary: 'Switch to another of your workspaces',
      docs: memberDocs.use,
      params: { type: 'object', properties: { workspace_id: { type: 'string', format: 'uuid' } } },
      async handle({ principal: { account }, params: { workspace_id: id } }) {
        const membership = await members.find(id, account.id);
        const workspace = membership === null ? null : await workspaces.get(id);
        if (membership === null || workspace === null) {
          throw new PlatformError('not-found', 'members.no_workspace', 'You belong to no such workspace.');
        }
        if (workspace.deletion !== null) {
          const message = `${workspace.name} is being deleted; its owner can restore it.`;
          throw new PlatformError('conflict', 'members.workspace_deleted', message);
        }
        await accounts.update(account.id, { currentWorkspaceId: workspace.id });
        return json(myWorkspaceItem(workspace, membership, workspace.id));
      },
    }),
    ...operatorRoutes(parts),
  ];
}

function tooMany(most: number): PlatformError {
  const message =
    most === 0
      ? 'This server lets nobody make workspaces: ask whoever runs it.'
      : `You have made ${most} workspaces, as many as this server lets an account make; one that you delete counts until it is removed.`;
  return new PlatformError('conflict', 'members.too_many_workspaces', message);
}

/** For whoever runs the server: the first owner, and people who can't sign in where there is no mail. */
function operatorRoutes({ members, accounts, server }: WorkspaceRouteParts): Route[] {
  const operator = { access: ManagementAccess, permission: 'installation.manage' } as const;
  const email = { type: 'string', minLength: 3, maxLength: 254 } as const;
  return [
    route({
      ...operator,
      id: 'members.claim',
      method: 'POST',
      path: '/console/api/workspace/claim',
      summary: 'Create the owner account of a workspace without an owner',
      audit: { body: ['email', 'name'], answer: ['account_id'] },
      docs: memberDocs.claim,
      body: {
        type: 'object',
        required: ['email', 'name', 'password'],
        additionalProperties: false,
        properties: { email, name, password: { type: 'string', minLength: 1, maxLength: 1024 } },
      },
      async handle({ principal: { workspaceId }, body }) {
        const list = await members.list(workspaceId);
        if (list.some(({ role }) => role === 'owner')) {
          throw new PlatformError('conflict', 'members.owned', 'The workspace has an owner already.');
        }
        const account = await accounts.create(body);
        const membership = await members.add(workspaceId, account.id, 'owner');
        await accounts.update(account.id, { currentWorkspaceId: workspaceId });
        return json(memberItem(membership, account), { status: 201 });
      },
    }),
    route({
      ...operator,
      id: 'members.reset-link',
      method: 'POST',
      path: '/console/api/accounts/reset-link',
      summary: 'Create a password reset link for a user',
      audit: { body: ['email'] },
      docs: memberDocs.resetLink,
      body: { type: 'object', required: ['email'], additionalProperties: false, properties: { email } },
      async handle({ body }) {
        const account = await accounts.byEmail(body.email);
        if (account === null) {
          throw new PlatformError('not-found', 'members.no_account', 'There is no account with this address.');
        }
        const token = await accounts.passwordReset(account.id);
        return json({ link: `${server.publicUrl('console')}/reset-password#${token}`, token }, { status: 201 });
      },
    }),
  ];
}

/** Names stand in subjects of e-mails. */
function plainLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}
