import { type Contributions, type HealthCheck, type HealthReport, type KernelInfo, runHealthChecks } from '#kernel';

/** What anyone may know of a check: that it is well or not, and what that is called. */
export interface CheckState {
  readonly status: 'ok' | 'warning' | 'failed';
  readonly code?: string;
}

/** Whether this process should be sent requests. */
export interface Readiness {
  readonly status: 'ok' | 'unavailable' | 'starting' | 'stopping';
  readonly checks: Readonly<Record<string, CheckState>>;
}

/** Runs the checks that decide whether this process serves. Whoever asks while they run is given what they find. */
export class ReadinessProbe {
  readonly #checks: Contributions<HealthCheck>;
  readonly #kernel: Pick<KernelInfo, 'isStarting' | 'isStopping'>;
  #running: Promise<readonly HealthReport[]> | undefined;

  constructor(checks: Contributions<HealthCheck>, kernel: Pick<KernelInfo, 'isStarting' | 'isStopping'>) {
    this.#checks = checks;
    this.#kernel = kernel;
  }

  async look(): Promise<Readiness> {
    const reports = await this.#run();
    const isHealthy = reports.every(({ finding }) => finding.state !== 'failed');
    const status = this.#kernel.isStopping()
      ? 'stopping'
      : !isHealthy
        ? 'unavailable'
        : this.#kernel.isStarting()
          ? 'starting'
          : 'ok';
    return { status, checks: Object.fromEntries(reports.map((report) => [report.check.id, stateOf(report)])) };
  }

  /** Anyone may ask, as often as they like: that must not be so many queries. */
  async #run(): Promise<readonly HealthReport[]> {
    this.#running ??= runHealthChecks(this.#checks.all().filter(({ isRequired }) => isRequired)).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }
}

function stateOf({ finding }: HealthReport): CheckState {
  return finding.state === 'ok' ? { status: 'ok' } : { status: finding.state, code: finding.code };
}
