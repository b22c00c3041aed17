import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Files that start or kill processes, soak, or try thousands of inputs: `npm run test:faults`. */
const faults = [
  '**/faults/**/*.test.ts',
  '**/{kill,processes,*-processes}.test.ts',
  'engine/conformance/{main,try-folder}.test.ts',
  'engine/pool/document-reader.test.ts',
  'kernel/bin/*.test.ts',
  'plugins/api/delivery-api/acceptance/{hostile-requests,hostile-text}.test.ts',
  'plugins/api/management-api/{canaries,environment-canaries}.test.ts',
  'plugins/core/database/{pglite-server,postgres-server}.test.ts',
  'plugins/marketplace/plugin-node/attacks.test.ts',
  'plugins/tools/sandbox/{attacks,global-attacks,hostile-frames}.test.ts',
  'plugins/tools/sandbox/python/{attacks,inner-wall,memory-image,python-pool}.test.ts',
  'plugins/tools/text-extraction/worker/attacks.test.ts',
  'plugins/workspace/avatars/attacks.test.ts',
];

const all = ['{kernel,engine,http,plugins,migrations,examples}/**/*.test.ts'];
const folders = ['**/node_modules/**'];

const texts = globSync(all, { exclude: [...folders, ...faults] }).map(
  (file) => [file, readFileSync(file, 'utf8')] as const,
);
const filesWith = (code: RegExp, ...others: string[]) =>
  texts.filter(([file, text]) => code.test(text) && !others.includes(file)).map(([file]) => file);

/** Files that open pages in a browser (`npm run test:pages`): told by their import of it. */
const pages = filesWith(/from '[^']*(?:\/testing\/open-pages|delivery-api\/testing\/browser)\.ts'/);

/** Files that use one running platform per worker, each in a workspace of its own: told by their import of it. */
const shared = filesWith(/from '[^']*\/testing\/shared-[^']*'/, ...pages);

/** Files that replace modules for all that import them, or measure the memory of their process: each has one of its own. */
const alone = filesWith(/\bvi\.mock\(|\bheapUsed\b/, ...pages, ...shared);

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What becomes true a moment later may take longer on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 2,
    // As in a server (kernel/bin): threads begin with compiled code, and what they hoard is young at first.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/weft', import.meta.url)) },
    execArgv: ['--no-allocation-site-pretenuring'],
    globalSetup: ['plugins/core/database/testing/global-setup.ts'],
    // Plugins that tests write to temporary folders are imported by Node itself, as in production.
    server: { deps: { external: [/\/weft-test-/] } },
    projects: [
      { extends: true, test: { name: 'shared', include: shared, isolate: false, provide: { isShared: true } } },
      // Files share a process, its modules and globals, and what is compiled in it: half of the work of a process each.
      {
        extends: true,
        test: {
          name: 'own',
          isolate: false,
          include: all,
          exclude: [...folders, ...shared, ...alone, ...faults, ...pages],
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
      {
        extends: true,
        test: {
          name: 'pages',
          include: pages,
          isolate: false,
          provide: { isShared: true },
          testTimeout: 90_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      // They wait more than they compute. Run after the others, when both are asked for.
      {
        extends: true,
        test: { name: 'faults', include: faults, exclude: folders, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
