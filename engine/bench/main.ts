/**
 * What the platform costs, next to the least it could cost on the same machine in the same minute.
 *
 *     npm run bench                       every figure
 *     npm run bench -- --quick            the same, shorter and rougher
 *     npm run bench -- --only trivial-32  one of them (may be repeated)
 *     npm run bench -- --only soak-10m --minutes 2
 *     npm run bench -- --only run-path --verbose  its files, too
 */
import { parseArgs } from 'node:util';
import type { Figure } from './figure.ts';
import { apps } from './figures/apps-10000.ts';
import { history } from './figures/history.ts';
import { indexing } from './figures/indexing.ts';
import { journalShare } from './figures/journal-share.ts';
import { knowledge } from './figures/knowledge.ts';
import { longChain, longIteration } from './figures/large-runs.ts';
import { logsHistory } from './figures/logs-history.ts';
import { mcpCall } from './figures/mcp-call.ts';
import { firstToken, modelThroughput, openStreams, tokenThroughput } from './figures/models.ts';
import { nodeCost } from './figures/node-cost.ts';
import { openVariables } from './figures/open-variables.ts';
import { permissionCheck } from './figures/permission-check.ts';
import { plugins } from './figures/plugins.ts';
import { rejections } from './figures/rejections.ts';
import { rowSecurity } from './figures/row-security.ts';
import { runPath } from './figures/run-path.ts';
import { soak } from './figures/soak.ts';
import { start } from './figures/start.ts';
import { trivialLatency, trivialThroughput } from './figures/trivial-workflow.ts';
import { upload } from './figures/upload.ts';
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
  rejections,
  permissionCheck,
  mcpCall,
  plugins,
  history,
  logsHistory,
  apps,
  rowSecurity,
  knowledge,
  indexing,
  upload,
  start,
  soak,
  runPath,
];

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    quick: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
    verbose: { type: 'boolean', default: false },
  },
});

const unknown = values.only.filter((name) => !figures.some((figure) => figure.name === name));
if (unknown.length > 0) {
  const names = figures.map((figure) => figure.name).join(', ');
  process.stderr.write(`There is no figure ${unknown.join(', ')}. Figures: ${names}\n`);
  process.exit(2);
}

const usual = figures.filter(({ isExtra }) => isExtra !== true);
const chosen = values.only.length === 0 ? usual : figures.filter((figure) => values.only.includes(figure.name));
const { bench, close } = await openWorkbench({
  isQuick: values.quick,
  isVerbose: values.verbose,
  minutes: Number(values.minutes),
});
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
