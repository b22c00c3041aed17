import { currentTime, PlatformError, timeOf } from '#kernel';
import type { BatchRuns } from '#plugins/batches/contract.ts';
import type { RunDetail, Runs } from '#plugins/runs/contract.ts';
import type { KeptResult, ResultOwner, ResultStore } from './store.ts';

interface ServiceParts {
  readonly store: ResultStore;
  readonly runs: Runs;
  readonly batches: BatchRuns;
}

/** A run with what its user says of it. */
export interface Result {
  readonly kept: KeptResult;
  readonly run: RunDetail;
}

const PAGE = 100;
/** Runs that are looked through at a time: of somebody who has had many more, older ones are no results. */
const MAX_LOOKED_AT = 5_000;
/** Milliseconds for which a run may become durable behind others that began later. */
const SETTLED_MS = 30_000;

/**
 * The single runs of a user. They are found when somebody looks: those since the last time are looked through, and those of
 * batches left out, so that a long list costs no more than a short one, and runs nobody looks at cost nothing.
 */
export class ResultsService {
  readonly #parts: ServiceParts;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
  }

  async list(
    owner: ResultOwner,
    page: { readonly before: string | undefined; readonly limit: number; readonly isKept: boolean | undefined },
  ): Promise<{ readonly items: readonly Result[]; readonly hasMore: boolean }> {
    const { store, runs } = this.#parts;
    // Whoever pages on has looked before.
    if (page.before === undefined) await this.#lookThrough(owner);
    const found = await store.list(owner, { ...page, limit: page.limit + 1 });
    const items: Result[] = [];
    const gone: string[] = [];
    for (const kept of found.slice(0, page.limit)) {
      const run = await runs.get(owner.workspaceId, kept.runId);
      if (run === null) gone.push(kept.runId);
      else items.push({ kept, run });
    }
    if (gone.length > 0) await store.forget(owner, gone);
    return { items, hasMore: found.length > page.limit };
  }

  async change(
    owner: ResultOwner,
    runId: string,
    changes: { readonly name?: string; readonly kept?: boolean },
  ): Promise<Result> {
    const run = await this.#own(owner, runId);
    const kept = await this.#parts.store.change(owner, runId, changes);
    if (kept === null) throw notFound(runId);
    return { kept, run };
  }

  /** Out of its user's sight; the run stays in the log of the app. */
  async hide(owner: ResultOwner, runId: string): Promise<void> {
    await this.#own(owner, runId);
    if ((await this.#parts.store.change(owner, runId, { hidden: true })) === null) throw notFound(runId);
  }

  /** Throws `results.not_found` for what is no single run of the user. */
  async #own({ workspaceId, appId, endUserId }: ResultOwner, runId: string): Promise<RunDetail> {
    const run = await this.#parts.runs.get(workspaceId, runId);
    const isOwn = run?.appId === appId && run.createdBy.role === 'end_user' && run.createdBy.id === endUserId;
    if (run === null || !isOwn) throw notFound(runId);
    const rows = await this.#parts.batches.among(workspaceId, [runId]);
    if (rows.size > 0) throw notFound(runId);
    return run;
  }

  async #lookThrough(owner: ResultOwner): Promise<void> {
    const { store, runs, batches } = this.#parts;
    const { workspaceId, appId, endUserId } = owner;
    const place = await store.place(owner);
    const settled = currentTime() - SETTLED_MS;
    let next: string | null = null;
    let before: string | undefined;
    for (let looked = 0; looked < MAX_LOOKED_AT; looked += PAGE) {
      const page = await runs.list(workspaceId, { appId, createdBy: endUserId, limit: PAGE, before });
      const fresh = page.filter(({ id }) => place === null || id > place).map(({ id }) => id);
      next ??= fresh.find((id) => timeOf(id) < settled) ?? null;
      const ofBatches = fresh.length === 0 ? new Set<string>() : await batches.among(workspaceId, fresh);
      // Each page by itself: what ends here in the middle begins again where it began.
      await store.add(
        owner,
        fresh.filter((id) => !ofBatches.has(id)),
        null,
      );
      if (fresh.length < PAGE) break;
      before = page.at(-1)?.id;
    }
    if (next !== null) await store.add(owner, [], next);
  }
}

function notFound(id: string): PlatformError {
  return new PlatformError('not-found', 'results.not_found', `This user has no result ${id} of this app.`);
}
