import { greetingWorkflow } from '#engine/testing/app-document.ts';
import type { ConsoleRequest, ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';

export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['workflowApp'],
    async make({ call, mark }) {
      const yaml = greetingWorkflow().replace('"Greeting"', JSON.stringify(`${mark} workflow`));
      const { app } = (await call('apps/import', { yaml, publish: true })) as unknown as { app: { id: string } };
      await call(`apps/${app.id}/workflow-tool`, { name: `${mark}_tool`, label: `${mark} tool` }, 'PUT');
      return { workflowApp: app.id };
    },
  },
];

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'PUT /console/api/apps/:app_id/workflow-tool': { body: { name: 'taken' } },
};
