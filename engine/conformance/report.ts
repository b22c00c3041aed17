import type { Trial } from './trial.ts';
import type { Report } from './try-folder.ts';
import type { Verdict } from './verdict.ts';

const verdicts: readonly Verdict[] = ['passed', 'ran', 'needs', 'own', 'refused', 'failed'];

/** The table of a report, its findings, the node types, and a line that sums it up. */
export function formatReport(report: Report): string {
  const { trials } = report;
  const rows = trials.map((trial) => [
    trial.file,
    trial.mode || '-',
    trial.refusal === null && trial.verdict !== 'refused' ? 'yes' : 'no',
    trial.differences === null ? '-' : trial.differences.length === 0 ? 'same' : 'differs',
    String(trial.nodeTypes.length),
    trial.verdict,
    trial.status || '-',
    String(trial.ms),
    cut(trial.needs.join(', '), 60) || '-',
    cut(oneLine(trial.error), 100),
  ]);
  const head = ['FILE', 'MODE', 'VALID', 'ROUND TRIP', 'NODES', 'VERDICT', 'STATUS', 'MS', 'NEEDS', 'ERROR'];
  const findings = trials.flatMap((trial) => trial.problems.map((problem) => `${trial.file}: ${problem}`));
  return [
    ...table([head, ...rows]),
    '',
    ...section('Breaks the contract', findings),
    ...section('Missing here', missingHere(trials)),
    ...section('Errors the server logged', report.complaints),
    ...section('Left out, neither .yml nor .yaml nor .json', firstOf(report.leftOut)),
    ...section('Node types', coverage(trials)),
    summary(report),
    '',
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`), ''];
}

/** What plans of imports say, document by document. */
function missingHere(trials: readonly Trial[]): string[] {
  return trials.flatMap(({ file, missing }) => missing.map((one) => `${file}: ${cut(oneLine(one), 200)}`));
}

/** A folder of something else would fill the screen. */
function firstOf(names: readonly string[]): string[] {
  const most = 20;
  return names.length > most ? [...names.slice(0, most), `and ${names.length - most} more`] : [...names];
}

function coverage(trials: readonly Trial[]): string[] {
  const seen = counts(trials.flatMap(({ nodeTypes }) => nodeTypes));
  const ran = counts(trials.flatMap(({ ranTypes }) => ranTypes));
  const absent = new Set(trials.flatMap(({ warnings }) => warnings.flatMap(absentTypes)));
  // Documents that don't come in tell nothing of the types in them.
  const known = new Set(trials.flatMap(({ differences, nodeTypes }) => (differences === null ? [] : nodeTypes)));
  const support = (type: string) => (absent.has(type) ? 'NOT SUPPORTED' : known.has(type) ? 'supported' : '-');
  const rows = [...seen].sort().map(([type, count]) => [type, `${count}`, support(type), `${ran.get(type) ?? 0}`]);
  return table([['TYPE', 'NODES', 'SUPPORT', 'RAN'], ...rows]);
}

function absentTypes(warning: string): string[] {
  return [...warning.matchAll(/has the type ['"]([^'"]+)['"], which is not available/g)].map(([, type]) => type ?? '');
}

function counts(items: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const item of items) found.set(item, (found.get(item) ?? 0) + 1);
  return found;
}

function summary({ documents, trials, complaints, isConforming, ms }: Report): string {
  const count = (verdict: Verdict) => trials.filter((trial) => trial.verdict === verdict).length;
  const parts = verdicts.map((verdict) => `${count(verdict)} ${verdict}`).join(', ');
  const differing = trials.filter(({ differences }) => (differences?.length ?? 0) > 0).length;
  const isWhole = trials.length === documents;
  const result = isConforming
    ? 'Conforms'
    : isWhole
      ? 'DOES NOT CONFORM'
      : `Interrupted before the last of ${documents}`;
  return `${result}: ${trials.length} documents in ${(ms / 1000).toFixed(1)} s: ${parts}; ${differing} changed on the way; ${complaints.length} errors logged.`;
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
