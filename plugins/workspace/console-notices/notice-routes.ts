import { json, type Route, route, sse } from '#http';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import { noticeDocs } from './notice-docs.ts';
import type { NoticeReader } from './notice-store.ts';
import type { NoticesService } from './notices-service.ts';

const path = '/console/api/notices';
const own = { access: ManagementAccess, permission: 'apps.use', noCommand: 'for a person, in the console' } as const;

/** What the caller is told in the workspace they are in. The management token is nobody: it has no notices. */
export function noticeRoutes(notices: NoticesService): Route[] {
  return [
    route({
      ...own,
      id: 'console-notices.list',
      method: 'GET',
      path,
      summary: 'List your notices in this workspace: unread first, then newest first',
      docs: noticeDocs.list,
      query: {
        type: 'object',
        properties: {
          page: { type: 'integer', minimum: 1, maximum: 1_000, default: 1 },
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        },
      },
      async handle({ principal, query: { page, limit } }) {
        const reader = readerOf(principal);
        const found = reader === null ? [] : await notices.page(reader, { page, limit });
        const { total, unread } = await countOf(notices, reader);
        const data = found.map(({ id, kind, about, created_at: created, read_at: read }) => ({
          id,
          kind,
          about,
          created_at: Math.floor(created.getTime() / 1000),
          is_read: read !== null,
        }));
        return json({ data, unread, page, limit, total, has_more: page * limit < total });
      },
    }),
    route({
      ...own,
      id: 'console-notices.read',
      method: 'POST',
      path: `${path}/read`,
      summary: 'Mark some or all notices as read',
      audit: 'path',
      docs: noticeDocs.read,
      ids: { 'body.ids': { nothing: 'notices of the caller; what is not theirs is left alone' } },
      body: {
        type: 'object',
        additionalProperties: false,
        properties: {
          ids: {
            type: 'array',
            minItems: 1,
            maxItems: 200,
            items: { type: 'string', format: 'uuid' },
            description: 'Ids of the notices. Omit to mark all as read.',
          },
        },
      },
      async handle({ principal, body }) {
        const reader = readerOf(principal);
        if (reader !== null) await notices.read(reader, body.ids ?? null);
        const { unread } = await countOf(notices, reader);
        return json({ unread });
      },
    }),
    route({
      ...own,
      id: 'console-notices.events',
      method: 'GET',
      path: `${path}/events`,
      summary: 'Follow the number of unread notices',
      docs: noticeDocs.events,
      query: {
        type: 'object',
        properties: {
          follow: {
            type: 'boolean',
            default: false,
            description:
              'Keep the stream open and send changes. Without it, the stream sends the current number and ends.',
          },
        },
      },
      async handle({ principal, query: { follow }, signal }) {
        const reader = readerOf(principal);
        const isOnce = !follow;
        return sse(reader === null ? nobody() : notices.follow(reader, { signal, isOnce }), { pingAtOnce: true });
      },
    }),
  ];
}

function readerOf({ workspaceId, accountId }: ManagementCaller): NoticeReader | null {
  return accountId === null ? null : { workspaceId, accountId };
}

async function countOf(notices: NoticesService, reader: NoticeReader | null) {
  return reader === null ? { total: 0, unread: 0 } : notices.count(reader);
}

async function* nobody(): AsyncIterable<readonly string[]> {
  yield [JSON.stringify({ event: 'unread', unread: 0 })];
}
