import type { Logger } from '#kernel';
import type { OpenReport, OpenRunsStore } from './open-store.ts';

/** Milliseconds between two looks at what has changed. */
const EVERY = 1_000;
/** Milliseconds after which the same is told again, so that it goes on to count. */
const AGAIN = 5_000;
/** Milliseconds after the end of a run: it is counted then, and is not to count twice for long. */
const SOON = 100;

/**
 * Tells the other processes what runs under way here have used. It costs a statement a second while calls of watched runs
 * are made, one in five seconds while such runs wait, and none where there are none.
 */
export class OpenRunsReport {
  readonly #store: Pick<OpenRunsStore, 'report'>;
  readonly #open: () => OpenReport;
  readonly #logger: Logger;
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #told = '[]';
  #toldAt = 0;
  #telling: Promise<void> | undefined;

  constructor(store: Pick<OpenRunsStore, 'report'>, open: () => OpenReport, logger: Logger) {
    this.#store = store;
    this.#open = open;
    this.#logger = logger;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#tell(), EVERY);
    this.#timer.unref();
  }

  /** A run has ended. */
  soon(): void {
    if (this.#told === '[]' || this.#soon !== undefined) return;
    this.#soon = setTimeout(() => {
      this.#soon = undefined;
      void this.#tell();
    }, SOON);
    this.#soon.unref();
  }

  /** Something was told past this: the next look tells again. */
  toldElsewhere(): void {
    this.#told = '';
  }

  /** Takes back what was told: the runs go on elsewhere. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
    await this.#telling;
    if (this.#told !== '[]') await this.#send({ ...this.#open(), rows: [] });
  }

  #tell(): Promise<void> {
    this.#telling ??= this.#tellChanges().finally(() => {
      this.#telling = undefined;
    });
    return this.#telling;
  }

  async #tellChanges(): Promise<void> {
    const report = this.#open();
    const isSame = JSON.stringify(report.rows) === this.#told;
    if (isSame && (report.rows.length === 0 || performance.now() - this.#toldAt < AGAIN)) return;
    await this.#send(report);
  }

  async #send(report: OpenReport): Promise<void> {
    // What is told otherwise meanwhile is not what this told.
    this.#told = JSON.stringify(report.rows);
    try {
      await this.#store.report(report);
      this.#toldAt = performance.now();
    } catch (error) {
      this.#told = '';
      this.#logger.warn({ err: error }, 'other processes were not told what runs under way here have used');
    }
  }
}
