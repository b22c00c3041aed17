import { entry } from '#plugins/database/contract.ts';
import type { RunHook } from '#plugins/runs/contract.ts';
import type { BatchRunner } from './batch-runner.ts';
import type { RemovalStore } from './removal-store.ts';
import type { RowEnds } from './row-run.ts';
import { abandonedSink } from './row-store.ts';

interface HookParts {
  readonly ends: RowEnds;
  readonly runner: BatchRunner;
  readonly changed: (batchId: string) => void;
  readonly removal: RemovalStore;
}

/** What batches hear of runs: of each end that is durable, of runs that were given up, and of history that goes. */
export function runHook({ ends, runner, changed, removal }: HookParts): RunHook {
  return {
    id: 'batches',
    observer: {
      ended({ runId }) {
        const place = ends.take(runId);
        if (place === undefined) return;
        changed(place.batchId);
        // Whoever went on with the run after a crash goes on with its batch.
        runner.wake(place.workspaceId, place.batchId);
        runner.wakeWorkspace(place.workspaceId);
      },
      forgotten: (before) => removal.removeBefore(before),
    },
    endWriter: {
      abandoned: (runs, reason) => runs.map(({ runId }) => entry(abandonedSink, { runId, reason })),
    },
  };
}
