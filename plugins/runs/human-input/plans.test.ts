import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { columns, ListPlans, workspaceId } from '#plugins/database/testing/list-plans.ts';
import { FormStore } from './store.ts';

/** The planner is the same on the embedded database, where so many rows take long, and fewer are rightly scanned. */
const isServer = inject('testDatabaseUrl') !== '';
let forms: ListPlans;
beforeAll(async () => {
  if (!isServer) return;
  forms = await ListPlans.fillUnknown(
    `human_input_forms (id, workspace_id, app_id, run_id, execution_id, node_id, node_title, content, inputs, actions,
      defaults, expires_at, ends_run)`,
    [
      ...[columns.id, columns.workspace, columns.app, columns.id, columns.id],
      ...[`'ask'`, `'Ask'`, `'[]'`, `'[]'`, `'[]'`, `'{}'`, 'now()', 'false'],
    ],
  );
}, 120_000);
afterAll(() => forms?.dispose());

it.skipIf(!isServer)(
  'the forms of runs are found by their index, also in a table that nothing is known of yet',
  async () => {
    const store = new FormStore(forms.database);
    const runIds = Array.from({ length: 20 }, (_, index) => `00000000-0000-0000-0000-0000000002${index + 10}`);
    const ask = () => store.ofRuns(workspaceId, runIds);
    const found = await forms.expectIndex(ask, 'human_input_forms', 'human_input_forms_run_id_execution_id_key');
    expect(found.map(({ runId }) => runId)).toEqual(runIds);
    const close = () => store.close(workspaceId, runIds[0] ?? '');
    await forms.expectIndex(close, 'human_input_forms', 'human_input_forms_run_id_execution_id_key');
    expect(await store.ofRuns(workspaceId, runIds.slice(0, 2))).toMatchObject([
      { status: 'closed' },
      { status: 'open' },
    ]);
  },
);
