import { importedApp } from '#plugins/apps/testing/console-objects.ts';
import type { ConsoleRequest, ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';
import { askNode, document, endNode, startNode } from './documents.ts';
import { FormClient } from './form-client.ts';

const waitingWorkflow = () =>
  document('workflow', { start: startNode, ask: askNode(), yes: endNode({ note: ['ask', 'note'] }), no: endNode({}) }, [
    ['start', 'ask'],
    ['ask', 'yes', 'ok'],
    ['ask', 'no', 'no'],
  ]);

/** A run of a workflow that waits for its form; with the token and a key of the app the form is read and answered. */
export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['run', 'form', 'formToken'],
    async make(owner) {
      const flow = await importedApp(owner, waitingWorkflow());
      const run = await new FormClient(owner.platform).run(flow, { order: `${owner.mark} ferns` });
      return { run: run.runId, form: (await owner.first('forms')).id, formToken: run.forms[0]?.form_token ?? '' };
    },
  },
];

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'POST /console/api/forms/:form_id/answer': { body: { action: 'ok', inputs: { note: 'x' } } },
};
