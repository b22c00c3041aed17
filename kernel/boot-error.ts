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

function formatFailures(failures: readonly BootFailure[], report: BootReport): string {
  const lines = failures.map(({ plugin, error }) => indent(`failed   ${plugin}: ${explain(error)}`));
  const skipped = report.plugins
    .filter(({ state }) => state === 'skipped')
    .map(({ id, reason }) => indent(`skipped  ${id}: ${reason ?? ''}`));
  return [
    `Weft can't start: ${failures.length} failure${failures.length === 1 ? '' : 's'}.`,
    ...lines,
    ...skipped,
  ].join('\n');
}

function indent(text: string): string {
  return `  ${text.replaceAll('\n', '\n           ')}`;
}
