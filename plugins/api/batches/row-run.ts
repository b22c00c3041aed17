import { fromJson, isMapping, type JsonText, type RunFinishedEvent } from '#engine';
import { isPlatformError, PlatformError, TransientMap } from '#kernel';
import { refusePaused } from '#plugins/app-access/contract.ts';
import type { Apps, PublishedVersion } from '#plugins/apps/contract.ts';
import { entry, isRefusal } from '#plugins/database/contract.ts';
import type { AppRuns, BegunRun, RunPurposeOwner } from '#plugins/delivery-api/contract.ts';
import type { SiteApps } from '#plugins/sites/contract.ts';
import { cleanJson } from './clean-text.ts';
import type { Batch, BatchRow } from './contract.ts';
import { boundSink, type EndedRow, endedSink, pausedSink, ROW_TAKEN, type RowPlace } from './row-store.ts';
import type { BatchStore } from './store.ts';

/** Id of the purpose of runs of rows. */
export const ROW_PURPOSE = 'batches.row';

interface RowRunParts {
  readonly apps: Apps;
  /** undefined: the plugin is switched off, and nobody comes into web apps. */
  readonly sites: SiteApps | undefined;
  readonly runs: AppRuns;
  readonly store: BatchStore;
  /** Something of the batch has changed. */
  readonly changed: (batchId: string) => void;
}

/** How long the batch waits before its next row. */
interface Outcome {
  readonly waitSeconds: number;
}

/** Characters of outputs that are kept with the row; of larger ones, only the run has them. */
const MAX_OUTPUT = 65_536;
/** Names of outputs a row tells of. */
const MAX_NAMES = 100;
/** Ends that were noted and never came are no reason to grow. */
const MAX_ENDS = 10_000;
/** Seconds until rows are tried again that can't run for now, and for how long at most they are not. */
const PATIENCE = 30;
const MAX_PATIENCE = 3_600;
const MAX_TRIES = 5;

/** Runs one row: until its run has ended, or waits for people. */
export class RowRun {
  readonly #parts: RowRunParts;
  /** How often a row could not be begun, for a reason that is none of its own. */
  readonly #tries = new TransientMap<string, number>();

  constructor(parts: RowRunParts) {
    this.#parts = parts;
  }

  async run(batch: Batch, row: BatchRow, signal: AbortSignal): Promise<Outcome> {
    let begun: BegunRun;
    try {
      begun = await this.#begin(batch, row);
      await begun.run.accepted;
      this.#parts.changed(batch.id);
    } catch (error) {
      if (signal.aborted) return { waitSeconds: 0 };
      return this.#refused(batch, row, error);
    }
    // The ends of its rows are written with its own. One that is left to another process rejects.
    await begun.run.finished.catch(() => {});
    return { waitSeconds: 0 };
  }

  async #begin(batch: Batch, row: BatchRow): Promise<BegunRun> {
    const { workspaceId, appId, keyId, sessionId, visitorAddress } = batch;
    const place = placeOf(batch, row.number);
    if (keyId !== null) await this.#refuseRevoked(batch, keyId);
    const { app } = await this.#parts.apps.published(workspaceId, appId);
    refusePaused(app);
    if (batch.userType === 'web-app') await this.#refuseClosed(batch);
    const version = await this.#versionOf(batch);
    return this.#parts.runs.begin({
      caller: {
        ...{ workspaceId, appId, app, keyId, version },
        // Nobody reads the run's steps: the page shows the row.
        // Its rows counted when the batch was made.
        ...(visitorAddress !== null && {
          visitor: { id: sessionId, address: visitorAddress, seesSteps: false, isExempt: true },
        }),
      },
      user: { type: batch.userType, sessionId },
      inputs: fromJson(row.inputs) as Readonly<Record<string, unknown>>,
      purpose: { id: ROW_PURPOSE, data: JSON.stringify(place) },
      entries: (runId) => [entry(boundSink, { place, runId })],
    });
  }

  async #refuseRevoked({ workspaceId }: Batch, keyId: string): Promise<void> {
    const app = await this.#parts.apps.ofKey(workspaceId, keyId).catch((error: unknown) => {
      if (isPlatformError(error) && error.kind === 'not-found') return null;
      throw error;
    });
    if (app !== null) return;
    const message =
      'The app key that this batch was made with was revoked: no row of it begins any more. Stop it, or delete it.';
    throw new PlatformError('forbidden', 'batches.key_revoked', message, { retryAfter: MAX_PATIENCE });
  }

  /** Where visitors may not be any more, nothing goes on for them either. */
  async #refuseClosed({ appId }: Batch): Promise<void> {
    const site = await this.#parts.sites?.find(appId);
    if (site != null && (site.state(false) !== 'off' || site.state(true) !== 'off')) return;
    const message =
      'The web app of this app is switched off: no row of this batch begins until it is on (`weft site set ID --enabled on`).';
    throw new PlatformError('forbidden', 'batches.web_app_off', message, { retryAfter: PATIENCE });
  }

  async #versionOf({ workspaceId, appId, workflowId }: Batch): Promise<PublishedVersion> {
    const version = await this.#parts.apps.version(workspaceId, appId, workflowId);
    if (version !== null) return version;
    const message = 'The version of the app that this batch was made with is gone; make a new batch.';
    throw new PlatformError('invalid', 'batches.version_gone', message);
  }

  /** A row that can never run has failed; what may pass makes the batch wait. */
  async #refused(batch: Batch, row: BatchRow, error: unknown): Promise<Outcome> {
    const kind = isPlatformError(error) ? error.kind : 'internal';
    if (!isPlatformError(error) || kind === 'internal') {
      if (!this.#isTriedOut(batch, row, error)) throw error;
      return this.#failed(batch, row, 'The run of this row could not be begun.');
    }
    // Another process has the row, or nobody wants it any more.
    if (error.code === ROW_TAKEN) return { waitSeconds: 0 };
    if (kind === 'invalid' || kind === 'conflict') return this.#failed(batch, row, error.message);
    return this.#wait(batch, error);
  }

  /** What is no fault of the database's being away is tried some times. */
  #isTriedOut({ id }: Batch, { number }: BatchRow, error: unknown): boolean {
    if (!isPlatformError(error) && !isRefusal(error)) return false;
    const name = `${id}/${number}`;
    const tries = (this.#tries.get(name) ?? 0) + 1;
    if (tries < MAX_TRIES) this.#tries.set(name, tries);
    else this.#tries.delete(name);
    return tries >= MAX_TRIES;
  }

  async #failed(batch: Batch, { number }: BatchRow, message: string): Promise<Outcome> {
    const place = placeOf(batch, number);
    const ended = { status: 'failed', outputs: null, isElsewhere: false, elapsed: null, totalTokens: null } as const;
    await this.#parts.store.end({ place, runId: null, ...ended, error: message, names: [] });
    this.#parts.changed(batch.id);
    return { waitSeconds: 0 };
  }

  /** Limits, budgets, a paused or deleted app, a closed workspace, a full server: the batch says why it waits. */
  async #wait(batch: Batch, error: PlatformError): Promise<Outcome> {
    const seconds = Math.min(Math.max(error.retryAfter ?? PATIENCE, 1), MAX_PATIENCE);
    await this.#parts.store.hold(batch, error.message, seconds);
    this.#parts.changed(batch.id);
    return { waitSeconds: seconds };
  }
}

function placeOf({ workspaceId, appId, id: batchId }: Batch, number: number): RowPlace {
  return { workspaceId, appId, batchId, number };
}

/** Told of pauses and ends of rows' runs, in whichever process: what it writes becomes durable with them. */
export function rowPurpose(ends: RowEnds): RunPurposeOwner {
  return {
    id: ROW_PURPOSE,
    paused(runId, data) {
      const place = JSON.parse(data) as RowPlace;
      ends.note(runId, place);
      return [entry(pausedSink, { place, runId })];
    },
    ended(runId, data, end) {
      const place = JSON.parse(data) as RowPlace;
      ends.note(runId, place);
      return [entry(endedSink, endedRow(place, runId, end))];
    },
  };
}

/** Runs of rows whose ends are on their way to the database: only then another row may begin. */
export class RowEnds {
  readonly #places = new TransientMap<string, RowPlace>();

  note(runId: string, place: RowPlace): void {
    if (this.#places.size < MAX_ENDS) this.#places.set(runId, place);
  }

  /** The row of a run whose end is durable; undefined: it is of none. */
  take(runId: string): RowPlace | undefined {
    const place = this.#places.get(runId);
    if (place !== undefined) this.#places.delete(runId);
    return place;
  }
}

function endedRow(place: RowPlace, runId: string, end: RunFinishedEvent): EndedRow {
  const outputs = cleanJson(end.outputs);
  const isElsewhere = outputs.length > MAX_OUTPUT;
  return {
    place,
    runId,
    status: end.status === 'failed' || end.status === 'stopped' ? end.status : 'succeeded',
    outputs: isElsewhere ? null : outputs,
    isElsewhere,
    error: end.error,
    elapsed: end.elapsed,
    totalTokens: end.totalTokens,
    names: namesIn(outputs),
  };
}

function namesIn(outputs: JsonText): readonly string[] {
  const value = fromJson(outputs);
  return isMapping(value) ? Object.keys(value).slice(0, MAX_NAMES) : [];
}
