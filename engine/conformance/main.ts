/**
 * Tries every application document of a folder on this platform: import, export, run, and a judgement of each.
 *
 *     npm run conformance -- DIR                  a table and a summary
 *     npm run conformance -- DIR --json           every finding, as JSON
 *     npm run conformance -- DIR --timeout 10     seconds a run may take (default 60)
 */
import { parseArgs } from 'node:util';
import { readEnvironment } from '#kernel';
import { formatReport } from './report.ts';
import { tryFolder } from './try-folder.ts';

const usage = 'usage: npm run conformance -- DIR [--json] [--timeout SECONDS]\n';

interface Arguments {
  readonly folder: string;
  readonly isJson: boolean;
  readonly timeoutMs: number;
}

function readArguments(): Arguments | null {
  try {
    const { values, positionals } = parseArgs({
      options: { json: { type: 'boolean', default: false }, timeout: { type: 'string', default: '60' } },
      allowPositionals: true,
    });
    const seconds = Number(values.timeout);
    const [folder] = positionals;
    if (positionals.length !== 1 || folder === undefined || !(seconds > 0 && seconds <= 3600)) return null;
    return { folder, isJson: values.json, timeoutMs: seconds * 1000 };
  } catch {
    return null;
  }
}

/** The exit code: 0 conforms, 1 does not, or could not be tried to the end, 2 wrong call. */
async function run(given: Arguments | null): Promise<number> {
  if (given === null) {
    process.stderr.write(usage);
    return 2;
  }
  const interrupted = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupted.abort());
  const showProgress = (done: number, total: number): void => {
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${total}${done === total ? '\n' : ''}`);
  };
  try {
    const { signal } = interrupted;
    const report = await tryFolder(given.folder, {
      timeoutMs: given.timeoutMs,
      environment: readEnvironment(),
      signal,
      onTrial: showProgress,
    });
    process.stdout.write(given.isJson ? `${JSON.stringify(report, null, 2)}\n` : formatReport(report));
    return report.isConforming ? 0 : 1;
  } catch (error) {
    process.stderr.write(`conformance: ${error instanceof Error ? error.message : error}\n`);
    return 1;
  }
}

process.exitCode = await run(readArguments());
