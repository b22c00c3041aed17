import { json, type Route, route } from '#http';
import { type Feedbacks, feedbackItem } from '#plugins/feedbacks/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { feedbackLogDocs } from './feedback-docs.ts';
import type { FeedbackFilters, FeedbackLog, FeedbackLogStore } from './feedback-store.ts';
import { type AskedFilters, filterQuery } from './filters.ts';
import { type ExportedLine, exported, formatQuery } from './log-export.ts';
import { type AppRequest, type LogRouteParts, readFilters } from './read-filters.ts';

const BATCH = 500;

const { from, to, user, end_user_id } = filterQuery;
const filters = {
  from,
  to,
  user,
  end_user_id,
  rating: { type: 'string', enum: ['like', 'dislike'] },
  has_text: { type: 'boolean', description: 'Only feedback with, or without, a comment.' },
} as const;
const params = { type: 'object', properties: { app_id: { type: 'string', format: 'uuid' } } } as const;

interface FeedbackQuery extends Pick<AskedFilters, 'from' | 'to' | 'user' | 'end_user_id'> {
  readonly rating?: string;
  readonly has_text?: boolean;
}

/** What these routes need beside what all of the log need. */
export interface FeedbackRouteParts extends LogRouteParts {
  readonly feedbacks: Feedbacks;
  readonly feedbackLogs: FeedbackLogStore;
}

/** What people think of an app's answers, for who looks after it. */
export function feedbackLogRoutes(parts: FeedbackRouteParts): Route[] {
  const common = { method: 'GET', access: ManagementAccess, permission: 'logs.view', params } as const;
  return [
    route({
      ...common,
      id: 'logs.list-feedbacks',
      path: '/console/api/apps/:app_id/feedbacks',
      summary: 'Count likes and dislikes of an app, and search feedback, newest first',
      ids: { 'query.cursor': { nothing: 'a place in the order of time' } },
      docs: feedbackLogDocs.list,
      query: {
        type: 'object',
        additionalProperties: false,
        properties: {
          ...filters,
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          cursor: { type: 'string', format: 'uuid' },
        },
      },
      async handle(request) {
        const { limit, cursor, ...asked } = request.query;
        const chosen = await chosenBy(parts, request, asked);
        const [counts, page] = await Promise.all([
          parts.feedbacks.counts(chosen.workspaceId, chosen.appId),
          parts.feedbackLogs.page(chosen, { cursor, limit }),
        ]);
        return json({ counts, data: page.items.map(itemOf), next_cursor: page.next });
      },
    }),
    route({
      ...common,
      id: 'logs.export-feedbacks',
      path: '/console/api/apps/:app_id/feedbacks/export',
      summary: 'Export feedback on answers of an app as CSV or JSON Lines, newest first',
      docs: feedbackLogDocs.export,
      query: { type: 'object', additionalProperties: false, properties: { ...filters, ...formatQuery } },
      async handle(request) {
        const { format, ...asked } = request.query;
        const chosen = await chosenBy(parts, request, asked);
        return exported('feedbacks', format, columns, batches(parts.feedbackLogs, chosen));
      },
    }),
  ];
}

async function chosenBy(
  parts: FeedbackRouteParts,
  request: AppRequest,
  { rating, has_text: hasText, ...asked }: FeedbackQuery,
): Promise<FeedbackFilters> {
  return { ...(await readFilters(parts, request, asked)), rating, hasText };
}

/** Page after page, as fast as its reader takes them. */
async function* batches(store: FeedbackLogStore, chosen: FeedbackFilters): AsyncGenerator<readonly ExportedLine[]> {
  for (let cursor: string | undefined; ; ) {
    const { items, next } = await store.page(chosen, { cursor, limit: BATCH });
    if (items.length > 0) yield items.map(lineOf);
    if (next === null) return;
    cursor = next;
  }
}

const columns = [
  ...['id', 'created_at', 'updated_at', 'rating', 'content', 'from_source', 'user', 'from_end_user_id'],
  ...['from_account_id', 'conversation_id', 'message_id', 'run_id', 'query', 'answer'],
];

function itemOf(feedback: FeedbackLog) {
  const { user: name, runId, query, answer } = feedback;
  return { ...feedbackItem(feedback), user: name, run_id: runId, query, answer };
}

function lineOf(feedback: FeedbackLog): ExportedLine {
  const times = {
    created_at: new Date(feedback.createdAt).toISOString(),
    updated_at: new Date(feedback.updatedAt).toISOString(),
  };
  const { app_id: _, ...item } = { ...itemOf(feedback), ...times };
  const cells: Readonly<Record<string, string | null>> = item;
  return { cells: columns.map((column) => cells[column] ?? null), item };
}
