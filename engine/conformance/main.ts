/**
 * Tries every application document of a folder on this platform: import, export, run, and a judgement of each.
 *
 *     npm run conformance -- DIR                  a table and a summary
 *     npm run conformance -- DIR --json           every finding, as JSON
 *     npm run conformance -- DIR --timeout 10     seconds a run may take (default 60)
 */
import { parseArgs } from 'node:util';
import { readEnvironment } from '../../kernel/index.ts';
import { formatReport } from './report.ts';
import { tryFolder } from './try-folder.ts';

const usage = 'usage: npm run conformance -- DIR [--json] [--timeout SECONDS]\n';

function readArguments() {
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

const given = readArguments();
if (given === null) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  const { folder, isJson, timeoutMs } = given;
  const report = await tryFolder(folder, { timeoutMs, environment: readEnvironment() });
  process.stdout.write(isJson ? `${JSON.stringify(report, null, 2)}\n` : formatReport(report));
  process.exitCode = report.isConforming ? 0 : 1;
}
