import { describe, expect, it } from 'vitest';
import { readRepository } from './testing/architecture/repository.ts';

/** Settings that nothing meets as a limit: how much is done at a time, how long things are kept, where things are. */
const noLimits = new Set(
  `engine.threads engine.cachedGraphs engine.retries engine.retryIntervalMs
   http.port http.maxHeaderSize
   http.readerBytes http.maxConnections http.bodyLimit http.bodiesInHand http.failuresPerMinute
   batches.rowsAtOnce batches.rowsAtOncePerWorkspace batches.rowsAtOncePerProcess
   triggers.lateSeconds triggers.maxBytes annotations.memoryMb annotations.matchTimeout visitors.visitsPerMinute
   billing.graceDays blobs.orphanHours blobs.secondLookDays blobs.keepDays content-threads.threads database.poolSize database.bufferMb jobs.concurrency jobs.silentSeconds
   dataset-documents.fileMb dataset-indexing.atATime dataset-indexing.answerDays dataset-indexing.answerMb
   dataset-retrieval.queryDays document-management.urlSeconds plugin-installs.minimumAgeDays
   plugin-node.callsEach plugin-node.idleMs plugin-runner.threads plugin-runner.maxQueue plugin-runner.idleMs
   node-containers.iterationWidth metrics.port telemetry.share telemetry.maxWaiting telemetry.exportTimeout
   telemetry.exportInterval webhooks.attempts workspace-deletion.graceDays files.urlSeconds human-input.interval
   runs.largeValueKb runs.silentSeconds runs.watchSeconds runs.retention
   sandbox.logChars sandbox.idleMs sandbox.networkBytes text-extraction.idleMs
   accounts.workspaces accounts.accessMinutes accounts.sessionDays accounts.minPasswordLength
   accounts.refreshOverlapSeconds audit.retention
   avatars.inputMb avatars.megapixels avatars.timeMs avatars.memoryMb avatars.processes`.split(/\s+/),
);

const files = readRepository().filter(
  ({ path }) =>
    /^(kernel|engine|http|plugins)\/.*\.ts$/.test(path) && !/\.test\.ts$|\/(testing|bench|web|texts)\//.test(path),
);

/** `timeMs: integer(…)`, `timeMs: { type: 'integer', …`, `threads: { ...{ type: 'integer'`. */
const numberSetting = /(\w+): (?:(?:integer|megabytes)\(|\{\s*(?:\.\.\.\{\s*)?type: '(?:integer|number)')/g;

interface Setting {
  /** `plugin.key`. */
  readonly name: string;
  readonly variable: string | undefined;
}

/** Every setting that is a number, as sections of the configuration declare them. */
function numbers(): Setting[] {
  return files.flatMap(({ path, text }) => {
    const folder = path.replace(/[^/]+$/, '');
    if (!/^(engine|http|plugins\/[\w-]+\/[\w-]+)\/(plugin|configuration)\.ts$/.test(path)) return [];
    const plugin = files.find((file) => file.path === `${folder}plugin.ts`)?.text ?? '';
    const id = /definePlugin[^(]*\(\{\s*id: '([\w-]+)'/.exec(plugin)?.[1] ?? '';
    if (!text.includes('additionalProperties: false')) return [];
    const env = [...text.matchAll(/\b([A-Z][A-Z0-9_]+): '(\w+)'/g)].map(([, variable, key]) => ({ variable, key }));
    return [...text.replace(/\n {2}setup\([\s\S]*/, '').matchAll(numberSetting)].map(([, key = '']) => ({
      name: `${id}.${key}`,
      variable: env.find((entry) => entry.key === key)?.variable,
    }));
  });
}

/** What is said in texts of the source: quoted, and not what declares a setting. */
function textsOf(text: string): string {
  return [...text.matchAll(/'[^'\n]*'|`[^`]*`|"[^"\n]*"/g)].map(([quoted]) => quoted).join('\n');
}

describe('limits', () => {
  const settings = numbers();
  const told = files
    .filter(
      ({ path }) =>
        path === 'plugins/tools/sandbox/contract.ts' || !/\/(configuration|plugin|contract)\.ts$/.test(path),
    )
    .map(({ text }) => textsOf(text))
    .join('\n');
  const isTold = (name: string) => new RegExp(`(?<![\\w.-])${name.replaceAll('.', '\\.')}(?![\\w-])`).test(told);

  it('are found where they are declared', () => {
    const names = settings.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['runs.maxSteps', 'node-code.items', 'sandbox.outputChars', 'files.imageMb']),
    );
    expect([...noLimits].filter((name) => !names.includes(name))).toEqual([]);
  });

  it('are named by an error, each of them: by their variable, or as the configuration calls them', () => {
    const silent = settings
      .filter(({ name, variable }) => !isTold(name) && !(variable !== undefined && isTold(variable)))
      .map(({ name }) => name)
      .filter((name) => !noLimits.has(name));
    expect(silent).toEqual([]);
  });
});
