import { cpus } from 'node:os';
import type { Figure, Row } from './figure.ts';

export function heading(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `${cpus().length} × ${model}, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}`;
}

const tableHead = '| figure | value | floor | ratio |\n|---|---|---|---|';

/** One table per figure, in Markdown, so that it can be pasted where it is read. */
export function formatFigure(figure: Figure, rows: readonly Row[]): string {
  const lines = rows.map(({ what, value, unit, floor }) => {
    const compared = floor === undefined ? '' : `${formatNumber(floor.value)} ${unit} (${floor.what})`;
    const ratio = floor === undefined ? '' : formatNumber(value / floor.value);
    return `| ${what} | ${formatNumber(value)} ${unit} | ${compared} | ${ratio} |`;
  });
  return [`### ${figure.title} (\`${figure.name}\`)`, '', tableHead, ...lines, ''].join('\n');
}

/** Three significant digits; whole numbers from 100 on. */
function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}
