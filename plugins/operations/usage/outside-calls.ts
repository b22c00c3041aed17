import type { Usage } from '#engine';
import { type Logger, newId } from '#kernel';
import { entry, type GroupCommit } from '#plugins/database/contract.ts';
import type { MeteredApp, UsageLedger } from '#plugins/models/contract.ts';
import type { BudgetsService } from './budgets-service.ts';
import { callSink } from './calls-store.ts';
import { callRow } from './usage-rows.ts';

/**
 * Counts calls of models outside of runs: against budgets at once, and into the days as soon as the database takes them.
 * Nobody who asked waits for that. A process that is killed loses those of the last moment.
 */
export class OutsideCalls implements UsageLedger {
  readonly id = 'usage';
  readonly #commit: Pick<GroupCommit, 'add'>;
  readonly #budgets: Pick<BudgetsService, 'recordUsage' | 'callEnded'>;
  readonly #logger: Logger;
  readonly #writing = new Set<Promise<void>>();

  constructor(
    commit: Pick<GroupCommit, 'add'>,
    budgets: Pick<BudgetsService, 'recordUsage' | 'callEnded'>,
    logger: Logger,
  ) {
    this.#commit = commit;
    this.#budgets = budgets;
    this.#logger = logger;
  }

  recordUsage({ workspaceId, appId, keyId = null }: MeteredApp, usage: Usage): void {
    const call = { runId: newId(), workspaceId, appId, keyId };
    this.#budgets.recordUsage(call, usage);
    const written = this.#commit.add([entry(callSink, callRow(call, usage))]).then(
      () => this.#budgets.callEnded(call, usage),
      (error: unknown) => {
        this.#budgets.callEnded(call, usage);
        this.#logger.error({ err: error, workspaceId, appId }, 'a call of a model could not be counted');
      },
    );
    this.#writing.add(written);
    void written.then(() => this.#writing.delete(written));
  }

  /** Resolves when all that was called in this process until now is counted. */
  async written(): Promise<void> {
    await Promise.all(this.#writing);
  }
}
