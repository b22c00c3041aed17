import { appDocument, edge, node } from '#engine/testing/app-document.ts';
import type { ConsoleItem, ConsoleRequest, ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';

/** A workflow with a webhook and a schedule at its roots, and an occasion of the schedule. */
export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['appWithTriggers', 'trigger', 'firing'],
    async make({ call, mark }) {
      const yaml = appDocument({
        name: mark,
        mode: 'workflow',
        nodes: [
          node('clock', 'trigger-schedule', { mode: 'cron', cron_expression: '0 0 29 2 *' }),
          node('hook', 'trigger-webhook', { method: 'post' }),
          node('end', 'end', { outputs: [] }),
        ],
        edges: [edge('clock', 'end'), edge('hook', 'end')],
      });
      const { app } = (await call('apps/import', { yaml, publish: true })) as unknown as { app: ConsoleItem };
      const { data } = (await call(`apps/${app.id}/triggers`)) as unknown as { data: readonly ConsoleItem[] };
      const clock = data.find(({ kind }) => kind === 'schedule');
      const hook = data.find(({ kind }) => kind === 'webhook');
      const firing = await call(`apps/${app.id}/triggers/${clock?.id}/run`, {});
      // Twice: the secret before the last one is kept as well.
      const signature = `apps/${app.id}/triggers/${hook?.id}/signature`;
      for (const scheme of ['github', 'standard']) await call(signature, { scheme }, 'PUT');
      return { appWithTriggers: app.id, trigger: hook?.id ?? '', firing: firing.id };
    },
  },
];

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'PATCH /console/api/apps/:app_id/triggers/:id': { body: { enabled: true } },
  'PUT /console/api/apps/:app_id/triggers/:id/signature': { body: { scheme: 'standard' } },
};
