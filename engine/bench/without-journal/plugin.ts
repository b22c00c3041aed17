/**
 * Loaded by the bench's second server only (`WEFT_PLUGINS`): runs tell their journal nothing but that they began and
 * ended, and no event is written. The run's record is, and what is counted and found by it, for that is not the
 * journal's. What such a server can't do: follow or resume its runs, or list their nodes.
 */

import { endsExecution, type RunEvent, Runner } from '#engine';
import { definePlugin, token } from '#kernel';

interface CommitEntry {
  readonly sink: { readonly id: string };
  readonly row: unknown;
}

/** As much of group commit as is needed: the engine imports no plugin. */
interface GroupCommit {
  add(entries: readonly CommitEntry[], options?: { readonly delay?: number }): Promise<void>;
}

const GroupCommit = token<GroupCommit>('database.group-commit');

function withoutEvents(entry: CommitEntry): CommitEntry {
  return entry.sink.id === 'runs.journal' ? { ...entry, row: { ...(entry.row as object), events: [] } } : entry;
}

function isOfTheRun(event: RunEvent): boolean {
  return event.kind === 'run-started' || endsExecution(event);
}

export const plugin = definePlugin({
  id: 'without-journal',
  needs: { groupCommit: GroupCommit, runner: Runner },
  setup({ services: { groupCommit, runner } }) {
    const add = groupCommit.add.bind(groupCommit);
    groupCommit.add = (entries, options) => add(entries.map(withoutEvents), options);
    const start = runner.start.bind(runner);
    runner.start = (request, onEvents) =>
      start(request, (events) => {
        const kept = events.filter(isOfTheRun);
        if (kept.length > 0) onEvents(kept);
      });
  },
});
