import type { BootReport } from './boot-report.ts';

export interface BootFailure {
  /** Plugin id; `kernel` for what concerns no single plugin. */
  readonly plugin: string;
  readonly error: unknown;
}

/** Everything that went wrong while starting, together. Its message is a list to be read by a person. */
export class BootError extends AggregateError {
  readonly failures: readonly BootFailure[];
  readonly report: BootReport;

  constructor(failures: readonly BootFailure[], report: BootReport) {
    super(
      failures.map(({ error }) => error),
      formatFailures(failures, report),
    );
    this.name = 'BootError';
    this.failures = failures;
    this.report = report;
  }
}

/** The message of an error and of its causes, innermost last. */
export function explain(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(explain).join('; ');
  if (!(error instanceof Error)) return String(error);
  const own = error.message === '' ? error.name : error.message;
  if (error.cause === undefined) return own;
  const cause = explain(error.cause);
  return own.includes(cause) ? own : `${own} (${cause})`;
}

/** So many plugins that were skipped are told one by one. */
const mostListed = 5;

function formatFailures(failures: readonly BootFailure[], report: BootReport): string {
  const lines = failures.map(({ plugin, error }) => indent(`failed   ${plugin}: ${explain(error)}`));
  return [
    `Weft can't start: ${failures.length} failure${failures.length === 1 ? '' : 's'}.`,
    ...lines,
    ...formatSkipped(report, failures),
  ].join('\n');
}

/** A failure takes with it whatever needs the plugin: of dozens, their number says enough, and the cause stays in sight. */
function formatSkipped({ plugins }: BootReport, failures: readonly BootFailure[]): string[] {
  const skipped = plugins.filter(({ state }) => state === 'skipped');
  const isListed = skipped.length <= mostListed || failures.length === 0;
  if (isListed) return skipped.map(({ id, reason }) => indent(`skipped  ${id}: ${reason ?? ''}`));
  return [indent(`skipped  ${skipped.length} plugins that need what failed`)];
}

function indent(text: string): string {
  return `  ${text.replaceAll('\n', '\n           ')}`;
}
