/**
 * What the platform costs, next to the least it could cost on the same machine in the same minute.
 *
 *     npm run bench                       every figure
 *     npm run bench -- --quick            the same, shorter and rougher
 *     npm run bench -- --only trivial-32  one of them (may be repeated)
 */
import { parseArgs } from 'node:util';
import type { Figure } from './figure.ts';
import { journalShare } from './figures/journal-share.ts';
import { longChain, longIteration } from './figures/large-runs.ts';
import { firstToken, modelThroughput, openStreams, tokenThroughput } from './figures/models.ts';
import { nodeCost } from './figures/node-cost.ts';
import { openVariables } from './figures/open-variables.ts';
import { start } from './figures/start.ts';
import { trivialLatency, trivialThroughput } from './figures/trivial-workflow.ts';
import { codeNode, parallelBranches, pythonNode } from './figures/waiting-and-code.ts';
import { formatFigure, heading } from './table.ts';
import { openWorkbench } from './workbench.ts';

const figures: readonly Figure[] = [
  trivialThroughput,
  trivialLatency,
  journalShare,
  nodeCost,
  longIteration,
  longChain,
  modelThroughput,
  tokenThroughput,
  firstToken,
  openStreams,
  openVariables,
  parallelBranches,
  codeNode,
  pythonNode,
  start,
];

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true, default: [] }, quick: { type: 'boolean', default: false } },
});

const unknown = values.only.filter((name) => !figures.some((figure) => figure.name === name));
if (unknown.length > 0) {
  const names = figures.map((figure) => figure.name).join(', ');
  process.stderr.write(`There is no figure ${unknown.join(', ')}. Figures: ${names}\n`);
  process.exit(2);
}

const chosen = values.only.length === 0 ? figures : figures.filter((figure) => values.only.includes(figure.name));
const { bench, close } = await openWorkbench(values.quick);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void close().then(() => process.exit(130)));
process.stdout.write(`${heading()}, ${bench.backEnds[0]}\n\n`);
try {
  for (const figure of chosen) {
    try {
      process.stdout.write(`${formatFigure(figure, await figure.measure(bench))}\n`);
    } catch (error) {
      process.exitCode = 1;
      process.stdout.write(`### ${figure.title} (\`${figure.name}\`)\n\nFailed: ${String(error)}\n\n`);
    }
  }
} finally {
  await close();
}
