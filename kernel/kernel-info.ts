import type { BootReport } from './boot-report.ts';
import { token } from './token.ts';

/** What the kernel tells any plugin about the process it lives in. */
export interface KernelInfo {
  /** Absolute path of the data folder. */
  readonly home: string;
  /** Version of the program, as in package.json. */
  readonly version: string;
  /** UUID of the installation, kept in `<home>/instance-id`: the same after a restart. */
  readonly instanceId: string;
  /** UUID of this start of the process. */
  readonly bootId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Every plugin as it stands now; complete from the first ready hook on, its times from the end of boot on. */
  report(): BootReport;
  /** The configuration in force by plugin id, secrets shown as `***`. */
  effectiveConfig(): Readonly<Record<string, unknown>>;
  /**
   * True until every plugin is ready, as at the first start that has yet to make the first workspace; and where it is only looked
   * whether a start would succeed (preflight.ts), unless beside a server that runs.
   */
  isStarting(): boolean;
  /** True from the first sign of shutdown on: don't send this process anything new. */
  isStopping(): boolean;
}

export const KernelInfo = token<KernelInfo>('kernel.info');
