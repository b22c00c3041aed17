import type { HealthCheck, Logger } from '#kernel';
import type { Confinement, ConfinementState } from './contract.ts';

/** Tells the log and `/readyz` how child processes are kept in: a server that can't do it serves everything else. */
export class ConfinementWatch {
  readonly #confinement: Pick<Confinement, 'state'>;
  readonly #logger: Pick<Logger, 'info' | 'warn'>;
  #state: ConfinementState | undefined;

  constructor(confinement: Pick<Confinement, 'state'>, logger: Pick<Logger, 'info' | 'warn'>) {
    this.#confinement = confinement;
    this.#logger = logger;
  }

  async look(): Promise<void> {
    const state = await this.#confinement.state();
    this.#state = state;
    const { kind, description, refusals } = state;
    if (kind === 'walled') this.#logger.info({ confinement: description, refusals }, 'Child processes are walled off');
    else this.#logger.warn({ confinement: kind, refusals }, description);
  }

  /** Says nothing until it has looked. */
  get healthCheck(): HealthCheck {
    return {
      id: 'confined-processes',
      check: async () => undefined,
      notice: () => (this.#state?.kind === 'walled' ? undefined : this.#state?.description),
    };
  }
}
