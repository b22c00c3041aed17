import { DocumentLinters, type HostCaller, HostCalls, ThreadServices, type Usage } from '#engine';
import { definePlugin } from '#kernel';
import { Vaults } from '#plugins/credentials/contract.ts';
import { Database, Notifications, withRetry } from '#plugins/database/contract.ts';
import { Egress } from '#plugins/egress/contract.ts';
import { ModelWatchers } from '#plugins/model-watchers/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import {
  CredentialSets,
  type ModelCall,
  type ModelName,
  ModelProviderSources,
  ModelProviders,
  type ModelReference,
  Models,
  ModelsAdmit,
  ModelsCalled,
  ModelsResolve,
  ModelsSpent,
  type ResolvedModel,
  ThreadModels,
} from './contract.ts';
import { exportedTables } from './exported-tables.ts';
import { SetFailed, type SetFailure } from './failover.ts';
import { missingModels } from './missing-models.ts';
import { createModels } from './models.ts';
import { ownCalls } from './own-calls.ts';
import { ModelSettingsStore } from './store.ts';

export const plugin = definePlugin({
  id: 'models',
  needs: {
    database: Database,
    notifications: Notifications,
    egress: Egress,
    vaults: Vaults,
    installed: ModelProviders,
    sources: ModelProviderSources,
    watchers: ModelWatchers,
  },
  setup({ services, provide, contribute, onClose }) {
    const { database, installed, watchers, vaults } = services;
    const { guards, observers } = watchers;
    const store = new ModelSettingsStore(database);
    const models = createModels({ ...services, ...watchers, vault: vaults.models, secrets: vaults.modelFields, store });
    const { metered } = models;
    const watched = (resolved: ResolvedModel, caller: HostCaller): ResolvedModel => {
      const isMetered = metered.watches(caller);
      const isObserved = observers.all().length > 0;
      return isMetered || isObserved ? { ...resolved, isMetered, isObserved } : resolved;
    };
    onClose(() => models.close());
    provide(Models, () => models);
    provide(CredentialSets, () => models.sets);
    contribute(ExportedTables, ...exportedTables);
    contribute(
      HostCalls,
      {
        id: ModelsResolve,
        // Only the thread service asks; the engine sets the workspace, so a run reaches no foreign credentials.
        async call(input, caller) {
          const resolved = await withRetry(() => metered.resolve(caller, input as ModelReference), caller.signal);
          return watched(resolved, caller);
        },
        // What a budget guard says may change while others call: it is asked when the call is made.
        async prefetch(input, caller) {
          if (metered.watches(caller)) return undefined;
          return watched(await metered.resolve(caller, input as ModelReference), caller);
        },
      },
      {
        id: ModelsAdmit,
        async call(input, caller) {
          const named: ModelReference = { type: 'llm', ...(input as ModelName) };
          const instead = await withRetry(() => metered.allow(caller, named), caller.signal);
          return instead === null ? null : { ...instead, isObserved: observers.all().length > 0 };
        },
      },
      {
        id: ModelsSpent,
        async call(input, caller) {
          for (const guard of guards.all()) if (guard.applies(caller)) guard.recordUsage(caller, input as Usage);
        },
      },
    );
    contribute(HostCalls, ...ownCalls(models));
    contribute(HostCalls, {
      id: SetFailed,
      async call(input) {
        const { key: rested, asked } = input as SetFailure;
        models.cooldowns.failed(rested, asked ?? undefined);
      },
    });
    contribute(HostCalls, {
      id: ModelsCalled,
      async call(input, { runId, workspaceId, appId }) {
        for (const observer of observers.all()) observer.called(input as ModelCall, { runId, workspaceId, appId });
      },
    });
    contribute(DocumentLinters, {
      id: 'models.installed',
      brings: () => installed.all().flatMap(({ id, aliases = [] }) => [id, ...aliases]),
      missing: (document, workspaceId) => missingModels(models, document, workspaceId),
    });
    contribute(ThreadServices, {
      id: ThreadModels.id,
      module: new URL('./thread.ts', import.meta.url),
      settings: () => null,
    });
  },
});
