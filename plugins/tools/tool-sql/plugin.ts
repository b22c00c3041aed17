import { definePlugin } from '#kernel';
import { Sockets } from '#plugins/egress/contract.ts';
import { Tools } from '#plugins/tools/contract.ts';
import { sqlTools } from './tools.ts';

interface SqlConfig {
  readonly statementSeconds: number;
  readonly allowWeftDatabase: boolean;
}

/** What a call may take beside its statement: connecting, checks, reading. */
const AROUND = 20_000;

export const plugin = definePlugin<{ sockets: typeof Sockets }, SqlConfig>({
  id: 'tool-sql',
  needs: { sockets: Sockets },
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        statementSeconds: {
          type: 'integer',
          minimum: 1,
          maximum: 60,
          default: 30,
          description: 'Seconds a statement may take in the database.',
        },
        allowWeftDatabase: {
          type: 'boolean',
          default: false,
          description: "Whether databases that hold Weft's own tables may be asked.",
        },
      },
    },
  },
  setup({ services, config, contribute }) {
    const { statementSeconds, allowWeftDatabase } = config;
    const statementTimeout = statementSeconds * 1000;
    const deadline = statementTimeout + AROUND;
    contribute(Tools, ...sqlTools({ sockets: services.sockets, statementTimeout, deadline, allowWeftDatabase }));
  },
});
