import { empty, json, type Route, route } from '#http';
import { PlatformError } from '#kernel';
import type { Accounts, Sessions } from '#plugins/accounts/contract.ts';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import { memberDocs } from './member-docs.ts';
import { memberItem } from './member-items.ts';
import type { MembersService } from './members-service.ts';
import { type MemberPageStore, memberCursor } from './page-store.ts';
import { roles } from './roles.ts';

const access = ManagementAccess;
const uuid = { type: 'string', format: 'uuid' } as const;
const params = { type: 'object', properties: { account_id: uuid } } as const;
/** Owner is nobody made by another: ownership is transferred. */
export const givenRole = { type: 'string', enum: ['admin', 'editor', 'member'] } as const;

export interface MemberRouteParts {
  readonly members: MembersService;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly pages: MemberPageStore;
}

/** The members of a workspace. */
export function memberRoutes({ members, accounts, sessions, pages }: MemberRouteParts): Route[] {
  return [
    listRoute(accounts, pages),
    route({
      id: 'members.set-role',
      method: 'PATCH',
      path: '/console/api/members/:account_id',
      access,
      permission: 'members.manage',
      summary: 'Change the role of a member; lost permissions end immediately',
      audit: { body: ['role'], answer: ['email'] },
      docs: memberDocs.setRole,
      params,
      body: { type: 'object', required: ['role'], additionalProperties: false, properties: { role: givenRole } },
      async handle({ principal, params: { account_id: id }, body }) {
        const member = await members.setRole(principal.workspaceId, id, body.role);
        return json(memberItem(member, (await accounts.get(id)) ?? undefined));
      },
    }),
    route({
      id: 'members.remove',
      method: 'DELETE',
      path: '/console/api/members/:account_id',
      access,
      permission: 'members.manage',
      summary: 'Remove a member; their access ends immediately',
      audit: 'path',
      docs: memberDocs.remove,
      params,
      async handle({ principal, params: { account_id: id } }) {
        await members.remove(principal.workspaceId, id);
        return empty();
      },
    }),
    route({
      id: 'members.leave',
      method: 'POST',
      path: '/console/api/members/leave',
      access,
      permission: 'workspace.leave',
      summary: 'Leave the workspace',
      audit: 'path',
      docs: memberDocs.leave,
      async handle({ principal }) {
        await members.remove(principal.workspaceId, personOf(principal));
        return empty();
      },
    }),
    route({
      id: 'members.transfer',
      method: 'POST',
      path: '/console/api/workspace/transfer',
      access,
      permission: 'workspace.own',
      summary: 'Transfer the ownership to another member; you become an admin',
      audit: { body: ['account_id'] },
      docs: memberDocs.transfer,
      body: {
        type: 'object',
        required: ['account_id'],
        additionalProperties: false,
        properties: {
          account_id: uuid,
          current_password: { type: 'string', maxLength: 1024, description: 'Your password, if you have one.' },
          code: {
            type: 'string',
            maxLength: 64,
            description:
              'A code of your second factor, if you have no password. Without either, sign in again and call this within ten minutes.',
          },
        },
      },
      async handle({ principal, body }) {
        const { account_id: to, current_password: password, code } = body;
        const accountId = personOf(principal);
        await sessions.prove({ accountId, sessionId: principal.sessionId, password, code });
        await members.transfer(principal.workspaceId, accountId, to.toLowerCase());
        return json({ result: 'success' });
      },
    }),
  ];
}

function listRoute(accounts: Accounts, pages: MemberPageStore): Route {
  return route({
    id: 'members.list',
    method: 'GET',
    path: '/console/api/members',
    access,
    permission: 'apps.use',
    summary: 'Search members of the workspace, oldest first',
    ids: { 'query.cursor': { nothing: 'a place in the order of joining' } },
    docs: memberDocs.list,
    query: {
      type: 'object',
      additionalProperties: false,
      properties: {
        search: {
          type: 'string',
          minLength: 1,
          maxLength: 254,
          description: 'Only members whose name or e-mail address contains this text.',
        },
        role: { type: 'string', enum: [...roles] },
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        cursor: {
          type: 'string',
          maxLength: 60,
          pattern: memberCursor.source,
          description: 'The `next_cursor` of the previous page.',
        },
      },
    },
    async handle({ principal, query }) {
      const page = await pages.page(principal.workspaceId, query);
      const people = await accounts.of(page.items.map(({ accountId }) => accountId));
      const byId = new Map(people.map((account) => [account.id, account]));
      const data = page.items.map((member) => memberItem(member, byId.get(member.accountId)));
      return json({ data, next_cursor: page.next });
    },
  });
}

/** The management token is nobody: it belongs to no workspace and owns none. */
function personOf({ accountId }: ManagementCaller): string {
  if (accountId !== null) return accountId;
  throw new PlatformError('not-found', 'members.no_member', 'The management token is no member; sign in as one.');
}
