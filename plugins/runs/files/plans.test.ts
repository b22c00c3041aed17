import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { appId, columns, ListPlans, workspaceId } from '#plugins/database/testing/list-plans.ts';
import { ErasureStore } from './erasure-store.ts';

/** The planner is the same on the embedded database, where so many rows take long, and fewer are rightly scanned. */
const isServer = inject('testDatabaseUrl') !== '';
let files: ListPlans;
beforeAll(async () => {
  if (!isServer) return;
  files = await ListPlans.fillUnknown(
    `uploaded_files (id, workspace_id, app_id, run_id, method, name, extension, declared_type, media_type, size, sha256,
      blob_store, blob_key, created_at)`,
    [
      ...[columns.id, columns.workspace, columns.app, columns.id, `'tool_file'`, `'a.txt'`, `'txt'`, `'text/plain'`],
      ...[`'text/plain'`, '1', `''`, `'local'`, `'k' || n`, 'now()'],
    ],
  );
}, 120_000);
afterAll(() => files?.dispose());

it.skipIf(!isServer)('the files of runs to be erased are found by their index', async () => {
  const runId = '00000000-0000-0000-0000-000000000200';
  const removed: string[] = [];
  const blobs = {
    remove: async (list: readonly { key: string }[]) => void removed.push(...list.map(({ key }) => key)),
  };
  const store = new ErasureStore(files.database, blobs);
  const remove = () => store.removeRuns({ workspaceId, appId }, [{ runId, messageId: null, isOver: true }]);
  await files.expectIndexes(remove, 'uploaded_files', ['uploaded_files_by_run', 'uploaded_files_pkey']);
  expect(removed).toEqual(['k512']);
});
