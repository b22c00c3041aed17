import { HostCalls, ThreadServices } from '../../engine/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { Database } from '../database/contract.ts';
import { Egress } from '../egress/contract.ts';
import { Secrets } from '../secrets/contract.ts';
import { ModelProviders, type ModelReference, Models, ModelsResolve, ThreadModels } from './contract.ts';
import { createModels } from './models.ts';
import { createCredentialStore } from './store.ts';
import { createVault } from './vault.ts';

export const plugin = definePlugin({
  id: 'models',
  needs: { database: Database, egress: Egress, secrets: Secrets, installed: ModelProviders },
  setup({ services, provide, contribute }) {
    const { installed, egress } = services;
    const vault = createVault(createCredentialStore(services.database), services.secrets);
    const models = createModels({ installed, vault, egress });
    provide(Models, () => models);
    contribute(HostCalls, {
      id: ModelsResolve,
      // Only the thread service asks; the engine sets the workspace, so a run reaches no foreign credentials.
      call: (input, caller) => models.resolve(caller.workspaceId, input as ModelReference),
    });
    contribute(ThreadServices, {
      id: ThreadModels.id,
      module: new URL('./thread.ts', import.meta.url),
      settings: () => null,
    });
  },
});
