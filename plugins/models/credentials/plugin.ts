import { definePlugin } from '#kernel';
import { Database, Notifications } from '#plugins/database/contract.ts';
import { SealedColumns, Secrets, sealedColumn } from '#plugins/secrets/contract.ts';
import { type FieldSeal, Vaults } from './contract.ts';
import { SealedSets } from './sealed-sets.ts';
import { SealedVault } from './sealed-vault.ts';
import { SetStore } from './set-store.ts';
import { createCredentialStore } from './store.ts';

/** What the provider's name is put behind to make the purpose of a seal. */
const MODELS = 'models.credentials.';
const FIELDS = 'models.own-fields.';
const TOOLS = 'tools.credentials.';

export const plugin = definePlugin({
  id: 'credentials',
  needs: { database: Database, notifications: Notifications, secrets: Secrets },
  setup({ services, provide, contribute, onClose }) {
    const { database, notifications, secrets } = services;
    const parts = { secrets, notifications };
    const models = new SealedSets({
      ...parts,
      store: new SetStore(database),
      channel: 'model_credentials_changed',
      purpose: MODELS,
    });
    const toolStore = createCredentialStore(database, 'tool_credentials');
    const tools = new SealedVault({ ...parts, store: toolStore, channel: 'tool_credentials_changed', purpose: TOOLS });
    const modelFields: FieldSeal = {
      seal: (workspaceId, provider, plain) => secrets.seal(workspaceId, FIELDS + provider, plain),
      open: (workspaceId, provider, sealed) => secrets.open(workspaceId, FIELDS + provider, sealed),
    };
    onClose(() => models.close());
    onClose(() => tools.close());
    contribute(
      SealedColumns,
      sealedColumn('model_credentials.sealed', MODELS, { purposeColumn: 'provider' }),
      sealedColumn('workspace_models.sealed', FIELDS, {
        key: ['workspace_id', 'provider', 'type', 'model'],
        purposeColumn: 'provider',
      }),
      sealedColumn('tool_credentials.sealed', TOOLS, { key: ['workspace_id', 'provider'], purposeColumn: 'provider' }),
    );
    provide(Vaults, () => ({ models, modelFields, tools }));
  },
});
