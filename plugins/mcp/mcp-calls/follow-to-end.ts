import type { RunEvent } from '#engine';
import type { HumanInput, ShownForm } from '#plugins/human-input/contract.ts';
import type { RunEnd, Runs } from '#plugins/runs/contract.ts';

export interface Followed {
  readonly runs: Runs;
  readonly forms: HumanInput;
}

interface Place {
  readonly workspaceId: string;
  readonly runId: string;
}

/** Forms of a run that can be answered now. */
export async function openForms(
  { forms }: Pick<Followed, 'forms'>,
  { workspaceId, runId }: Place,
): Promise<ShownForm[]> {
  const all = await forms.ofRuns(workspaceId, [runId]);
  return all.filter(({ status }) => status === 'open');
}

/** How a run ends that began earlier, in whatever process it goes on: for good, or at a pause that it is still in. */
export async function followToEnd(
  parts: Followed,
  place: Place,
  { signal, told }: { readonly signal: AbortSignal; readonly told: (events: readonly RunEvent[]) => void },
): Promise<RunEnd | null> {
  const { runs } = parts;
  for await (const batch of runs.follow(place.workspaceId, place.runId, { signal })) {
    const events = batch.map(({ event }) => event);
    told(events);
    for (const event of events) {
      if (event.kind === 'run-finished') return event;
      if (event.kind === 'run-paused' && (await isWaiting(parts, place))) return event;
    }
  }
  return null;
}

/** Not at a pause that is over, or whose form was answered a moment ago. */
async function isWaiting(parts: Followed, place: Place): Promise<boolean> {
  if ((await parts.runs.paused(place.workspaceId, place.runId)) === null) return false;
  return (await openForms(parts, place)).length > 0;
}
