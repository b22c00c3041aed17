/**
 * What pages cost the browsers of those who open them, against limits.
 *
 *     npm run bench:pages                     every figure
 *     npm run bench:pages -- --only streaming one of them (may be repeated)
 *
 * Sizes are exact. Times are processor time of the page's thread.
 */
import { parseArgs } from 'node:util';
import { firstLoad } from './figures/first-load.ts';
import { longConversation } from './figures/long-conversation.ts';
import { streaming } from './figures/streaming.ts';
import { studioCanvas } from './figures/studio-canvas.ts';
import { studioLoad } from './figures/studio-load.ts';
import { openPageBench, type PageBench } from './page-bench.ts';
import type { PageFigure, PageRow } from './page-figure.ts';

const figures: readonly PageFigure[] = [firstLoad, studioLoad, studioCanvas, streaming, longConversation];

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true, default: [] } } });
const chosen = figures.filter(({ name }) => values.only.length === 0 || values.only.includes(name));

function line({ what, value, unit, limit }: PageRow): string {
  const shown =
    Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
  const state = limit === undefined ? '' : value <= limit ? `at most ${limit}` : `**more than ${limit}**`;
  return `| ${what} | ${shown} ${unit} | ${state} |`;
}

// Sizes need no server.
let bench: PageBench | undefined;
let isOver = false;
process.stdout.write('| figure | value | limit |\n|---|---|---|\n');
try {
  for (const figure of chosen) {
    if (figure !== firstLoad) bench ??= await openPageBench();
    const rows = await figure.measure(bench as PageBench);
    isOver ||= rows.some(({ value, limit }) => limit !== undefined && !(value <= limit));
    process.stdout.write(`${rows.map(line).join('\n')}\n`);
  }
} finally {
  await bench?.close();
}
if (isOver) process.exitCode = 1;
