import { Routes } from '#http';
import { type ConfigSection, definePlugin, KernelInfo } from '#kernel';
import { Database } from '#plugins/database/contract.ts';
import { ManagementCredentials } from '#plugins/management-access/contract.ts';
import { SealedColumns, Secrets, sealedColumn } from '#plugins/secrets/contract.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { ManagementToken, TOKEN_PURPOSE } from './management-token.ts';
import { ManagementTokenStore } from './store.ts';
import { tokenCredential } from './token-credential.ts';
import { tokenRoute } from './token-route.ts';

interface TokenConfig {
  readonly token: string;
}

const section: ConfigSection<TokenConfig> = {
  schema: {
    type: 'object',
    properties: {
      token: {
        type: 'string',
        default: '',
        description: 'Management token of the installation; without one, it is made on the first start.',
      },
    },
    additionalProperties: false,
  },
  env: { WEFT_MANAGEMENT_TOKEN: 'token' },
  secret: ['token'],
};

/** The token of whoever runs the server. */
export const plugin = definePlugin({
  id: 'management-token',
  needs: { database: Database, secrets: Secrets, workspaces: Workspaces, kernel: KernelInfo },
  config: section,
  setup({ services, config, logger, contribute, onReady }) {
    const { database, secrets, workspaces, kernel } = services;
    const store = new ManagementTokenStore(database);
    const token = new ManagementToken({ home: kernel.home, given: config.token, store, secrets, logger });
    // Nothing is sealed before it is known that the master key is the right one.
    onReady(() => token.open());
    contribute(ManagementCredentials, tokenCredential(token, workspaces));
    contribute(Routes, tokenRoute(token));
    contribute(SealedColumns, sealedColumn('management_tokens.sealed', TOKEN_PURPOSE, { owner: 'id' }));
  },
});
