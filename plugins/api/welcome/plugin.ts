import { Documents } from '#engine';
import { HttpServer } from '#http';
import { definePlugin, formatBootReport, KernelInfo } from '#kernel';
import { Apps } from '#plugins/apps/contract.ts';
import { Database, withRetry } from '#plugins/database/contract.ts';
import { Setup } from '#plugins/members/contract.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import type { ExampleApp } from './examples.ts';
import { concludeFirstStart, prepareFirstStart } from './first-start.ts';
import { greeting } from './greeting.ts';

const EXAMPLES = new URL('../../../examples/', import.meta.url);

interface WelcomeConfig {
  readonly quiet: boolean;
  readonly verbose: boolean;
}

/** The first minute: the first workspace and the example apps, what the terminal shows at a start, the page at `/`. */
export const plugin = definePlugin({
  id: 'welcome',
  needs: {
    apps: Apps,
    database: Database,
    documents: Documents,
    workspaces: Workspaces,
    server: HttpServer,
    kernel: KernelInfo,
    setupCodes: Setup,
  },
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        quiet: { type: 'boolean', default: false, description: 'Print nothing at start.' },
        verbose: { type: 'boolean', default: false, description: 'Print also each plugin.' },
      },
    },
    env: { WEFT_QUIET: 'quiet', WEFT_VERBOSE: 'verbose' },
  },
  setup({ services, config, onReady }) {
    const { apps, database, documents, workspaces, server, kernel, setupCodes } = services;
    onReady(async () => {
      // Asked first: without an address (the port is taken) nothing is made whose keys nobody would see.
      const address = server.address();
      const { home } = kernel;
      const parts = { apps, documents, workspaces, home, examples: EXAMPLES };
      // The server listens by now: that the database is away for a moment doesn't end it.
      const examples = await withRetry(() => prepareFirstStart(parts));
      if (!(config as WelcomeConfig).quiet) print(address, examples, await withRetry(() => setupCodes.code()));
      await concludeFirstStart(home);
    });

    function print(address: string, examples: readonly ExampleApp[], setupCode: string | null): void {
      const facts = {
        address,
        database: database.kind === 'pglite' ? 'embedded PostgreSQL' : 'PostgreSQL server',
        home: kernel.home,
        report: (config as WelcomeConfig).verbose ? formatBootReport(kernel.report()) : null,
        examples,
        setupCode,
      };
      process.stdout.write(greeting(facts));
    }
  },
});
