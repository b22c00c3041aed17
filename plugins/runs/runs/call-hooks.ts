import type { JsonText, RunFinishedEvent } from '#engine';
import type { PlatformError } from '#kernel';
import type { EnteringRun, LiveRun, RunEnd, RunHook, RunStart, RunTranscript } from './contract.ts';

/** Opens a run when every gate allows it; at its end each gets back what it gave. */
export async function admitRun<Run extends Pick<LiveRun, 'finished'>>(
  hooks: readonly RunHook[],
  { start, open }: { readonly start: EnteringRun; readonly open: () => Run },
): Promise<Run> {
  const releases: (() => void)[] = [];
  const release = () => {
    for (const each of releases.splice(0)) each();
  };
  try {
    for (const { gate } of hooks) if (gate !== undefined) releases.push(await gate.acquire(start));
    const run = open();
    run.finished.then(release, release);
    return run;
  } catch (error) {
    release();
    throw error;
  }
}

/** What a gate remembers against a run. */
export function rememberedRejection(hooks: readonly RunHook[], start: EnteringRun): PlatformError | undefined {
  for (const { gate } of hooks) {
    const rejection = gate?.rejection?.(start);
    if (rejection !== undefined) return rejection;
  }
  return undefined;
}

/** The start of a run, with what end writers keep with its end. */
export interface HookedStart extends RunStart {
  /** JSON object: what each end writer notes, by the id of its hook. */
  readonly endNotes?: (end: RunFinishedEvent) => JsonText;
}

/** The start of a run whose end carries also the rows and notes of end writers. */
export function withEndEntries(start: RunStart, runId: string, hooks: readonly RunHook[]): HookedStart {
  const writers = hooks.filter(({ endWriter }) => endWriter?.ending !== undefined);
  const noters = hooks.filter(({ endWriter }) => endWriter?.note !== undefined);
  // Not `start` itself: it has the inputs, and what is returned here lives as long as the run.
  const { workspaceId, appId, kind, triggeredFrom, createdBy, keyId = null, pauseEntries, finishEntries } = start;
  const run = { runId, workspaceId, appId, keyId, kind, triggeredFrom, createdBy };
  const added = (end: RunEnd) => writers.flatMap(({ endWriter }) => endWriter?.ending?.({ ...run, end }) ?? []);
  return {
    ...start,
    pauseEntries: (end, events: RunTranscript) => [...(pauseEntries?.(end, events) ?? []), ...added(end)],
    finishEntries: (end, events: RunTranscript) => [...(finishEntries?.(end, events) ?? []), ...added(end)],
    endNotes: (end) =>
      JSON.stringify(Object.fromEntries(noters.map(({ id, endWriter }) => [id, endWriter?.note?.({ ...run, end })]))),
  };
}
