import { join } from 'node:path';
import { build } from 'vite';
import { doors, root } from './doors.ts';

/** What is installed with it, as it is: see `vendor-files.ts`. */
const vendored = ['quickjs-emscripten', 'piscina', '@rollup/wasm-node'];
const workerPath = './worker/run';

/** Bundles the program: the doors, the command line, and the code of the threads that run packages. For Node 20 and newer. */
export async function programFiles(folder: string): Promise<void> {
  const entries = { ...doors, cli: 'plugins/api/cli/sdk-main.ts', 'worker/run': 'plugins/tools/sandbox/worker/run.ts' };
  const input = Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(root, path)]));
  await build({
    ...{ root, configFile: false, logLevel: 'error', publicDir: false },
    ssr: { noExternal: true, external: vendored },
    // Code that becomes text of functions keeps their names.
    build: {
      ...{ ssr: true, outDir: folder, emptyOutDir: true, target: 'node20', minify: false },
      rolldownOptions: {
        input,
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', format: 'es' },
      },
    },
    plugins: [
      {
        name: 'worker',
        transform: (code: string, id: string) =>
          id.endsWith('/sandbox-thread.ts') ? code.replace(`${workerPath}.ts`, `${workerPath}.js`) : undefined,
      },
    ],
  });
}
