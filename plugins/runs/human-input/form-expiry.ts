import type { Logger } from '#kernel';
import type { FormService } from './form-service.ts';
import type { DueForm, FormStore } from './store.ts';

/** Forms looked at in one step. */
const STEP = 100;
/** Seconds after which a settled form that nobody took is looked at again. */
const PATIENCE = 15;

/**
 * Settles forms whose time is over, and goes on with runs whose form was settled by a process that died meanwhile. Every
 * process does so; each form is one process's at a time.
 */
export class FormExpiry {
  readonly #store: FormStore;
  readonly #service: FormService;
  readonly #logger: Logger;
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #isStopped = false;

  constructor(parts: { store: FormStore; service: FormService; logger: Logger }) {
    this.#store = parts.store;
    this.#service = parts.service;
    this.#logger = parts.logger;
  }

  start(intervalMs: number): void {
    const look = () => {
      this.look().catch((error: unknown) => this.#logger.warn({ error }, 'forms could not be looked at'));
    };
    look();
    this.#timer = setInterval(look, intervalMs);
    this.#timer.unref();
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
  }

  /** Looks once at everything that is due. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      await this.#through(() => this.#store.expire(STEP));
      await this.#through(() => this.#store.untaken(PATIENCE, STEP));
    } finally {
      this.#isLooking = false;
    }
  }

  async #through(next: () => Promise<readonly DueForm[]>): Promise<void> {
    while (!this.#isStopped) {
      const forms = await next();
      for (const form of forms) await this.#followUp(form);
      if (forms.length < STEP) return;
    }
  }

  /** One run that can't go on keeps no other from it. */
  async #followUp(form: DueForm): Promise<void> {
    if (this.#isStopped) return;
    const { id, runId } = form;
    await this.#service.followUp(form).catch((error: unknown) => {
      this.#logger.warn({ error, formId: id, runId }, 'a run could not go on after its form was settled');
    });
  }
}
