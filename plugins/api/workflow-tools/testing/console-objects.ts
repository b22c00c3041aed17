import type { ConsoleRequest, ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';

export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['workflowTool'],
    async make({ call, id, mark }) {
      const body = { name: `${mark}_tool` };
      return { workflowTool: (await call(`apps/${await id('app')}/workflow-tool`, body, 'PUT')).id };
    },
  },
];

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'PUT /console/api/apps/:app_id/workflow-tool': { body: { name: 'taken' } },
};
