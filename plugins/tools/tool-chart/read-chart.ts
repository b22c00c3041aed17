import { toText } from '#engine';
import { PlatformError } from '#kernel';
import type { Chart, ChartKind } from './protocol.ts';

const MAX_POINTS = 5_000;
const MAX_SERIES = 20;
const MAX_TEXT = 200_000;
const MAX_LABEL = 200;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Reads `1;2;3` and `A;B;C`; each line of the data is a series. Commas between will do where there is no semicolon. */
export function readChart(kind: ChartKind, given: Readonly<Record<string, unknown>>): Chart {
  const data = textOf(given.data, 'data');
  const lines = kind === 'pie' ? [data.replaceAll('\n', ';')] : data.split('\n');
  const series = lines.filter((line) => line.trim() !== '').map((line) => parts(line).map(numberOf));
  const points = series.reduce((sum, values) => sum + values.length, 0);
  if (points === 0) throw badChart('The chart has no data; give it numbers with ; between, such as 12;7.5;30.');
  if (points > MAX_POINTS) throw badChart(`The chart has ${points} values, and ${MAX_POINTS} are the most.`);
  if (series.length > MAX_SERIES)
    throw badChart(`The chart has ${series.length} series, and ${MAX_SERIES} are the most.`);
  const name = kind === 'pie' ? 'categories' : 'x_axis';
  const labels = parts(textOf(given[name], name)).map((label) => label.slice(0, MAX_LABEL));
  const length = Math.max(...series.map((values) => values.length));
  if (labels.length > 0 && labels.length !== length) {
    throw badChart(`"${name}" has ${labels.length} names for ${length} values; give one for each, with ; between.`);
  }
  if (kind === 'pie' && series[0]?.some((value) => value < 0)) throw badChart('A pie has no parts below 0.');
  return {
    kind,
    title: textOf(given.title, 'title').slice(0, MAX_LABEL),
    labels: labels.length > 0 ? labels : Array.from({ length }, (_, at) => String(at + 1)),
    series,
  };
}

/** The same as an option of ECharts, for pages that draw it themselves. */
export function echartsOption({ kind, title, labels, series }: Chart): Readonly<Record<string, unknown>> {
  const head = title === '' ? {} : { title: { text: title, left: 'center' } };
  if (kind === 'pie') {
    const data = (series[0] ?? []).map((value, at) => ({ value, name: labels[at] }));
    return { ...head, tooltip: { trigger: 'item' }, series: [{ type: 'pie', radius: '60%', data }] };
  }
  return {
    ...head,
    tooltip: { trigger: 'axis' },
    xAxis: { type: 'category', data: labels },
    yAxis: { type: 'value' },
    series: series.map((data) => ({ type: kind, data })),
  };
}

function textOf(given: unknown, name: string): string {
  // A list of numbers is as good.
  const text = Array.isArray(given) ? given.map((item) => toText(item)).join(';') : toText(given ?? '');
  if (text.length > MAX_TEXT) throw badChart(`"${name}" is longer than ${MAX_TEXT} characters.`);
  return text.trim();
}

function parts(text: string): string[] {
  const separator = /[;；]/.test(text) ? /[;；]/ : /[,，]/;
  const all = text.split(separator).map((part) => part.trim());
  return all.at(-1) === '' ? all.slice(0, -1) : all;
}

function numberOf(text: string): number {
  const value = NUMBER.test(text) ? Number(text) : Number.NaN;
  if (Number.isFinite(value) && Math.abs(value) < 1e15) return value;
  throw badChart(`${JSON.stringify(text.slice(0, 60))} is no number; give numbers with ; between, such as 12;7.5;30.`);
}

export function badChart(message: string): PlatformError {
  return new PlatformError('invalid', 'tool-chart.bad_chart', message);
}
