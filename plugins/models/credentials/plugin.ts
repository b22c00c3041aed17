import { definePlugin } from '#kernel';
import { Database, Notifications } from '#plugins/database/contract.ts';
import { SealedColumns, Secrets, sealedColumn } from '#plugins/secrets/contract.ts';
import { Vaults } from './contract.ts';
import { SealedVault } from './sealed-vault.ts';
import { createCredentialStore } from './store.ts';

export const plugin = definePlugin({
  id: 'credentials',
  needs: { database: Database, notifications: Notifications, secrets: Secrets },
  setup({ services, provide, contribute, onClose }) {
    const { database, notifications, secrets } = services;
    const vaultOf = (table: 'model_credentials' | 'tool_credentials', purpose: string) => {
      const store = createCredentialStore(database, table);
      contribute(
        SealedColumns,
        sealedColumn(`${table}.sealed`, purpose, { key: ['workspace_id', 'provider'], purposeColumn: 'provider' }),
      );
      const vault = new SealedVault({ store, secrets, notifications, channel: `${table}_changed`, purpose });
      onClose(() => vault.close());
      return vault;
    };
    const models = vaultOf('model_credentials', 'models.credentials.');
    const tools = vaultOf('tool_credentials', 'tools.credentials.');
    provide(Vaults, () => ({ models, tools }));
  },
});
