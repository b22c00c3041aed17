/**
 * Loaded by the server of the figure `run-path` only (`WEFT_PLUGINS`): says which functions of this project have run since
 * it was asked last. On a port of its own, so that asking runs nothing of what is measured.
 */
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { definePlugin } from '#kernel';

/** A function that has run. */
export interface CoveredFunction {
  /** Path from the root of the repository. */
  readonly file: string;
  readonly name: string;
  readonly calls: number;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const here = fileURLToPath(import.meta.url);

async function startCoverage(): Promise<() => Promise<readonly CoveredFunction[]>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ url }) => url.startsWith('file:') && !url.includes('/node_modules/'))
      .map(({ url, functions }) => ({ path: fileURLToPath(url), functions }))
      .filter(({ path }) => path.startsWith(root) && path !== here)
      .flatMap(({ path, functions }) =>
        functions.map(({ functionName, ranges }) => ({
          file: relative(root, path),
          name: functionName,
          calls: ranges[0]?.count ?? 0,
        })),
      )
      .filter(({ calls }) => calls > 0);
  };
}

export const plugin = definePlugin({
  id: 'coverage',
  config: {
    schema: { type: 'object', additionalProperties: false, properties: { port: { type: 'integer' } } },
    env: { WEFT_BENCH_COVERAGE_PORT: 'port' },
  },
  async setup({ config, onClose }) {
    const take = await startCoverage();
    const server = createServer((_, response) => {
      void take().then((covered) => response.end(JSON.stringify(covered)));
    });
    server.listen((config as { readonly port: number }).port, '127.0.0.1');
    onClose(async () => {
      server.closeAllConnections();
      server.close();
    });
  },
});
