import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { textsPlugin } from '#plugins/pages/build/texts/texts-plugin.ts';

/** Files that start or kill processes, soak, or try thousands of inputs: `npm run test:faults`. */
const faults = [
  '**/faults/**/*.test.ts',
  '**/{kill,processes,*-processes,*-property,mutations}.test.ts',
  'engine/conformance/{main,try-folder}.test.ts',
  'engine/pool/{document-reader,thread-failures}.test.ts',
  'engine/run/{long-chain,scheduler-model}.test.ts',
  'kernel/bin/*.test.ts',
  'plugins/api/cli/doctor.test.ts',
  'plugins/api/delivery-api/acceptance/{hostile-requests,hostile-text}.test.ts',
  'plugins/api/management-api/{canaries,environment-canaries,lost-key}.test.ts',
  'plugins/core/confined-processes/wall/wall.test.ts',
  'plugins/core/git/{attacks,worker/attacks}.test.ts',
  'plugins/core/database/{newer-database,pglite-server,pooler,postgres-server}.test.ts',
  'plugins/knowledge/knowledge-index/recall.test.ts',
  'plugins/marketplace/plugin-node/{attacks,node-tier}.test.ts',
  'plugins/marketplace/plugin-runner/attacks.test.ts',
  'plugins/nodes/jinja/budget.test.ts',
  'plugins/tools/sandbox/{attacks,code-network,global-attacks,hostile-frames,javascript-pool}.test.ts',
  'plugins/tools/sandbox/python/{attacks,inner-wall,memory-image,python-pool,zones}.test.ts',
  'plugins/tools/text-extraction/extraction-service.test.ts',
  'plugins/tools/text-extraction/worker/{attacks,encoded-documents,encoding,marks}.test.ts',
  'plugins/workspace/audit/stopping.test.ts',
  'plugins/workspace/avatars/attacks.test.ts',
];

const all = ['{kernel,engine,http,plugins,migrations,examples}/**/*.test.ts'];
const folders = ['**/node_modules/**'];

const texts = globSync(all, { exclude: [...folders, ...faults] }).map(
  (file) => [file, readFileSync(file, 'utf8')] as const,
);
const filesWith = (code: RegExp, ...others: string[]) =>
  texts.filter(([file, text]) => code.test(text) && !others.includes(file)).map(([file]) => file);

/** Files that open pages in a browser (`npm run test:pages`), told by their import of it, and those that build pages. */
const pages = [
  ...filesWith(/from '[^']*(?:\/testing\/open-pages|delivery-api\/testing\/browser)\.ts'/),
  ...filesWith(/from '[^']*\/plugin-from-elsewhere\.ts'/),
];

/** Files that use one running platform per worker, each in a workspace of its own: told by their import of it. */
const shared = filesWith(/from '[^']*\/testing\/shared-[^']*'/, ...pages);

/** Files that replace modules for all that import them, or measure the memory of their process: each has one of its own. */
const alone = filesWith(/\bvi\.mock\(|\bheapUsed\b/, ...pages, ...shared);

export default defineConfig({
  plugins: [textsPlugin()],
  test: {
    // Limits end what hangs; a machine that is busy takes long for what is right.
    testTimeout: 60_000,
    hookTimeout: 240_000,
    // What becomes true a moment later may take longer on a busy machine.
    expect: { poll: { timeout: 40_000 } },
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
