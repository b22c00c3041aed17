import { KernelInfo } from '#kernel';
import type { TestKernel } from '#kernel/testing/test-kernel.ts';
import { Database, entry, GroupCommit } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { journalSink } from '#plugins/runs/store.ts';

/** Writes the end of a run twice more, as it is written after a lost connection. */
export async function endAgain(kernel: Pick<TestKernel, 'resolve'>, runId: string, notes: object): Promise<void> {
  const [row] = await runQuery<{ run: object }>(
    kernel.resolve(Database),
    `select row_to_json(r) as run from workflow_runs r where id = '${runId}'`,
  );
  const processId = kernel.resolve(KernelInfo).bootId;
  const end = entry(journalSink, { runId, processId, run: JSON.stringify({ ...row?.run, notes }) });
  await kernel.resolve(GroupCommit).add([end, end]);
}
