import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{kernel,engine,http,plugins,migrations,examples}/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What becomes true a moment later may take longer on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 2,
    globalSetup: ['plugins/database/testing/global-setup.ts'],
    // Plugins that tests write to temporary folders are imported by Node itself, as in production.
    server: { deps: { external: [/\/weft-test-/] } },
  },
});
