import { json, type Route, route } from '../../http/contract.ts';
import type { Apps } from '../apps/contract.ts';
import { ManagementAccess } from '../management-api/contract.ts';
import { type Feedbacks, feedbackItem } from './contract.ts';

/** What an app's users think of its answers, for who looks after it. */
export function managementRoutes(feedbacks: Feedbacks, apps: Apps): Route[] {
  return [
    route({
      id: 'feedbacks.list',
      method: 'GET',
      path: '/console/api/apps/:app_id/feedbacks',
      access: ManagementAccess,
      summary: 'Count likes and dislikes of an app and list them, newest first',
      params: { type: 'object', properties: { app_id: { type: 'string', format: 'uuid' } } },
      query: {
        type: 'object',
        properties: {
          page: { type: 'integer', minimum: 1, maximum: 99_999, default: 1 },
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        },
      },
      async handle({ principal: { workspaceId }, params, query }) {
        const app = await apps.get(workspaceId, params.app_id ?? '');
        const page = query as { page: number; limit: number };
        const [counts, items] = await Promise.all([
          feedbacks.counts(workspaceId, app.id),
          feedbacks.list(workspaceId, app.id, page),
        ]);
        return json({ ...page, total: counts.like + counts.dislike, counts, data: items.map(feedbackItem) });
      },
    }),
  ];
}
