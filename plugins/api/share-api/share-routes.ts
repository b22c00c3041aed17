import { randomBytes } from 'node:crypto';
import { type HttpServer, json, type Route, route, unixSeconds } from '#http';
import { PlatformError } from '#kernel';
import { type AppCaller, AppUserAccess, deleted, requireMode } from '#plugins/app-access/contract.ts';
import type {
  ConversationShare,
  ConversationShares,
  Conversations,
  SharedMessage,
} from '#plugins/conversations/contract.ts';
import type { EndUsers } from '#plugins/end-users/contract.ts';
import { ownerOf } from '#plugins/history-api/contract.ts';
import type { SiteApp, SiteApps } from '#plugins/sites/contract.ts';
import { shareDocs } from './share-docs.ts';

interface Parts {
  readonly endUsers: EndUsers;
  readonly conversations: Conversations;
  readonly shares: ConversationShares;
  readonly sites: SiteApps;
  readonly server: HttpServer;
}

/** Links one user may have to their conversations with an app. */
const MAX_SHARES = 100;

const uuid = { type: 'string', format: 'uuid' } as const;
const ofUser = { type: 'object', properties: { user: { type: 'string' } } } as const;
const guard = ({ principal }: { readonly principal: AppCaller }) => requireMode(principal, 'chat');

/** Sharing conversations by links. */
export function shareRoutes(parts: Parts): Route[] {
  return [
    createRoute(parts),
    route({
      id: 'share-api.list-shares',
      method: 'GET',
      path: '/v1/conversation-shares',
      access: AppUserAccess,
      summary: 'List shared conversations of a user',
      docs: shareDocs.list,
      query: ofUser,
      guard,
      async handle({ principal, query }) {
        const shares = await parts.shares.list(ownerOf(parts, principal, query));
        return json({ data: shares.map(shareItem) });
      },
    }),
    route({
      id: 'share-api.revoke-share',
      method: 'DELETE',
      path: '/v1/conversation-shares/:share_id',
      access: AppUserAccess,
      summary: 'Revoke the link to a conversation',
      docs: shareDocs.revoke,
      params: { type: 'object', properties: { share_id: uuid } },
      body: { type: 'object' },
      bodyPresence: 'optional',
      guard,
      async handle({ principal, params, body, bodyText, query }) {
        const owner = ownerOf(parts, principal, body ?? query, bodyText);
        if (!(await parts.shares.remove(owner, params.share_id.toLowerCase()))) throw notFound('share');
        return deleted();
      },
    }),
    readRoute(parts),
  ];
}

function createRoute(parts: Parts): Route {
  return route({
    id: 'share-api.share-conversation',
    method: 'POST',
    path: '/v1/conversations/:conversation_id/shares',
    access: AppUserAccess,
    summary: 'Share a conversation by a link',
    docs: shareDocs.create,
    params: { type: 'object', properties: { conversation_id: uuid } },
    body: { type: 'object' },
    bodyPresence: 'optional',
    guard,
    async handle({ principal, params, body, bodyText, origin }) {
      const owner = ownerOf(parts, principal, body, bodyText);
      const id = params.conversation_id.toLowerCase();
      if ((await parts.conversations.find(owner, id)) === null) throw notFound('conversation');
      const address = addressFor(parts, principal, await parts.sites.find(principal.app.id), origin);
      const { length } = await parts.shares.list(owner);
      if (length >= MAX_SHARES) {
        const message = `There are ${MAX_SHARES} shared conversations already: revoke one of them first.`;
        throw new PlatformError('invalid', 'share-api.too_many_shares', message);
      }
      const token = randomBytes(32).toString('base64url');
      const share = await parts.shares.create(owner, id, token);
      if (share === null) throw notFound('conversation');
      return json({ ...shareItem(share), url: `${address}/shared/${token}`, token }, { status: 201 });
    },
  });
}

function readRoute({ shares, sites }: Parts): Route {
  return route({
    id: 'share-api.read-shared',
    method: 'GET',
    path: '/v1/shared-conversations/:token',
    access: AppUserAccess,
    summary: 'Read a shared conversation',
    docs: shareDocs.read,
    params: { type: 'object', properties: { token: { type: 'string', minLength: 1, maxLength: 100 } } },
    query: {
      type: 'object',
      properties: { first_id: uuid, limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
    },
    guard,
    async handle({ principal, params, query }) {
      const found = await sites.find(principal.app.id);
      const shared = found?.shown.share_conversations === true ? await shares.open(principal, params.token) : null;
      // One answer, whatever is wrong with a link.
      if (shared === null) throw notFound('shared conversation');
      const firstId = query.first_id?.toLowerCase() ?? null;
      const page = await shares.messages(principal.workspaceId, shared, { firstId, limit: query.limit });
      return json({
        name: shared.name,
        introduction: unsigned(shared.introduction),
        created_at: unixSeconds(shared.createdAt),
        has_more: page.hasMore,
        data: page.items.map(messageItem),
      });
    },
  });
}

/** Where readers find it: the page of the app; of one that has none, the studio, where members do. */
function addressFor({ server }: Parts, { app, visitor }: AppCaller, found: SiteApp | null, origin: string | undefined) {
  if (found?.shown.share_conversations !== true) throw sharingOff(`Conversations with '${app.name}' are not shared.`);
  if (found.state(false) === 'open') return `${server.publicUrl('web-app', origin)}/chat/${app.id}`;
  if (visitor?.id.startsWith('member:') === true) return `${server.publicUrl('console', origin)}/use/${app.id}`;
  throw sharingOff(`'${app.name}' has no web app where a shared conversation could be read.`);
}

function shareItem({ id, conversationId, name, createdAt }: ConversationShare) {
  return { id, conversation_id: conversationId, name, created_at: unixSeconds(createdAt) };
}

function messageItem({ id, parentId, query, answer, fileCount, createdAt }: SharedMessage) {
  return {
    id,
    parent_message_id: parentId,
    query,
    answer: unsigned(answer),
    file_count: fileCount,
    created_at: unixSeconds(createdAt),
  };
}

const signature = /(\/files\/[^\s?"'<>()]*)\?[^\s"'<>()]*/g;

/** What opens files to whoever has their address does not go along. */
function unsigned(text: string): string {
  return text.includes('/files/') ? text.replaceAll(signature, '$1') : text;
}

function notFound(what: string): PlatformError {
  return new PlatformError('not-found', 'share-api.not_found', `There is no such ${what}.`);
}

function sharingOff(message: string): PlatformError {
  return new PlatformError('forbidden', 'share-api.sharing_off', message);
}
