import { fromJson, isMapping, type JsonText, type RunFinishedEvent, type RunPausedEvent, toJson } from '#engine';
import type { CommitEntry } from '#plugins/database/contract.ts';
import type { RunStart } from '#plugins/runs/contract.ts';

/** What a run is for besides its answer: kept with it, so that whichever process ends it knows. */
export interface RunPurpose {
  /** Of the owner that is told of its end. */
  readonly id: string;
  /** Plain data of the owner's. */
  readonly data: JsonText;
}

/** Whoever starts runs over `AppRuns`: rows of its own that become durable with their pauses and ends. Must not throw. */
export interface RunPurposeOwner {
  /** `<plugin>.<purpose>` */
  readonly id: string;
  paused(runId: string, data: JsonText, pause: RunPausedEvent): readonly CommitEntry[];
  ended(runId: string, data: JsonText, end: RunFinishedEvent): readonly CommitEntry[];
}

/** Those who are told of the ends of runs they have started, by their ids. */
export type PurposeOwners = ReadonlyMap<string, RunPurposeOwner>;

/** `RunStart.owner.data` of a run without a message. */
export function purposeData(purpose: RunPurpose | undefined): JsonText {
  return purpose === undefined ? 'null' : toJson({ purpose });
}

/** The purpose in `RunStart.owner.data`, of a message or without; null: nobody but its caller wanted the run. */
export function purposeIn(data: JsonText): RunPurpose | null {
  if (!data.includes('"purpose"')) return null;
  const value = fromJson(data);
  const purpose = isMapping(value) ? value.purpose : null;
  if (!isMapping(purpose)) return null;
  const { id, data: own } = purpose;
  return typeof id === 'string' && typeof own === 'string' ? { id, data: own } : null;
}

type EndEntries = Pick<RunStart, 'pauseEntries' | 'finishEntries'>;

/**
 * What a run of this purpose writes with its pauses and its end. `run` is a thing of its own, filled when the run begins:
 * nothing here may hold what the run was begun with.
 */
export function withPurpose(
  own: EndEntries,
  owners: PurposeOwners,
  { purpose, run }: { readonly purpose: RunPurpose | null | undefined; readonly run: { readonly runId: string } },
): EndEntries {
  const { pauseEntries, finishEntries } = own;
  if (purpose === null || purpose === undefined) return own;
  const { id, data } = purpose;
  return {
    pauseEntries: (pause, transcript) => [
      ...(pauseEntries?.(pause, transcript) ?? []),
      ...(owners.get(id)?.paused(run.runId, data, pause) ?? []),
    ],
    finishEntries: (end, transcript) => [
      ...(finishEntries?.(end, transcript) ?? []),
      ...(owners.get(id)?.ended(run.runId, data, end) ?? []),
    ],
  };
}
