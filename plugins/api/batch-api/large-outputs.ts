import type { BatchRow } from '#plugins/batches/contract.ts';
import type { Runs } from '#plugins/runs/contract.ts';

/** Characters of outputs that are fetched from runs for one page. */
const MAX = 16_000_000;

/** Rows with the outputs that only their runs have: as long as the history has them, and until a page is large. */
export async function withLargeOutputs(
  runs: Runs,
  workspaceId: string,
  rows: readonly BatchRow[],
): Promise<readonly BatchRow[]> {
  if (!rows.some(({ isElsewhere }) => isElsewhere)) return rows;
  let characters = 0;
  const whole: BatchRow[] = [];
  for (const row of rows) {
    if (!row.isElsewhere || row.runId === null || characters > MAX) {
      whole.push(row);
      continue;
    }
    const run = await runs.get(workspaceId, row.runId);
    characters += run?.outputs?.length ?? 0;
    whole.push({ ...row, outputs: run?.outputs ?? null });
  }
  return whole;
}
