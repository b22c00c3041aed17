import { join } from 'node:path';
import { Documents } from '../../engine/contract.ts';
import { HttpServer } from '../../http/contract.ts';
import { definePlugin, formatBootReport, KernelInfo } from '../../kernel/index.ts';
import { Apps } from '../apps/contract.ts';
import { Database } from '../database/contract.ts';
import { Workspaces } from '../workspaces/contract.ts';
import type { ExampleApp } from './examples.ts';
import { concludeFirstStart, prepareFirstStart } from './first-start.ts';
import { greeting } from './greeting.ts';

const EXAMPLES = new URL('../../examples/', import.meta.url);

interface WelcomeConfig {
  readonly quiet: boolean;
}

/** The first start: the first workspace, the example apps, and a word to whoever started the server. */
export const plugin = definePlugin({
  id: 'welcome',
  needs: {
    apps: Apps,
    database: Database,
    documents: Documents,
    workspaces: Workspaces,
    server: HttpServer,
    kernel: KernelInfo,
  },
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: { quiet: { type: 'boolean', default: false, description: 'Print nothing at start.' } },
    },
    env: { WEFT_QUIET: 'quiet' },
  },
  setup({ services, config, onReady }) {
    const { apps, database, documents, workspaces, server, kernel } = services;
    onReady(async () => {
      // Asked first: without an address (the port is taken) nothing is made whose keys nobody would see.
      const address = server.address();
      const { home } = kernel;
      const examples = await prepareFirstStart({ apps, documents, workspaces, home, examples: EXAMPLES });
      if (!(config as WelcomeConfig).quiet) print(address, examples);
      await concludeFirstStart(home);
    });

    function print(address: string, examples: readonly ExampleApp[]): void {
      const facts = {
        address,
        database: database.kind === 'pglite' ? 'embedded PostgreSQL' : 'PostgreSQL server',
        home: kernel.home,
        tokenFile: join(kernel.home, 'management-token'),
        report: formatBootReport(kernel.report()),
        examples,
      };
      process.stdout.write(greeting(facts));
    }
  },
});
