import { type Contributions, PlatformError } from '#kernel';
import type { Vault } from '#plugins/credentials/contract.ts';
import { type Notifications, WorkspaceCache } from '#plugins/database/contract.ts';
import type { Egress } from '#plugins/egress/contract.ts';
import { describeModel, findProvider, noDefault, notConfigured, notInstalled, switchedOff } from './catalogue.ts';
import type {
  BudgetGuard,
  CallTokens,
  Credentials,
  ModelCall,
  ModelObserver,
  ModelProvider,
  ModelReference,
  Models,
  ResolvedModel,
  UsageLedger,
} from './contract.ts';
import { countedModel } from './counted-model.ts';
import { checkCredentials, withStoredSecrets } from './credentials.ts';
import { createLoader } from './loader.ts';
import { MeteredModels } from './metered-models.ts';
import { observedModel } from './observed-call.ts';
import { withOwnPrice } from './prices.ts';
import { availableOf, descriptionOf, providerView, stateOf } from './provider-views.ts';
import type { ModelSettings, ModelSettingsStore } from './store.ts';
import { modelUsage } from './usage.ts';
import { modelSettings } from './workspace-models.ts';

export interface ModelsParts {
  readonly installed: Contributions<ModelProvider>;
  readonly vault: Vault;
  readonly store: Pick<ModelSettingsStore, keyof ModelSettingsStore>;
  readonly notifications: Pick<Notifications, 'send' | 'listen'>;
  readonly egress: Egress;
  readonly observers?: Contributions<ModelObserver>;
  readonly guards?: Contributions<BudgetGuard>;
  readonly ledgers?: Contributions<UsageLedger>;
}

/** The service with what host calls need besides. */
export interface ModelsService extends Models {
  resolve(workspaceId: string, reference: ModelReference): Promise<ResolvedModel>;
  readonly metered: MeteredModels;
  close(): void;
}

/** How long `test` may take, in milliseconds. */
const TEST_TIMEOUT = 30_000;

export function createModels(parts: ModelsParts): ModelsService {
  const { installed, vault, store, notifications, egress, observers, guards, ledgers } = parts;
  const loader = createLoader();
  const cache = new WorkspaceCache<ModelSettings>({
    channel: 'model_settings_changed',
    notifications,
    read: (workspaceId) => store.read(workspaceId),
  });

  function known(name: string): ModelProvider {
    const provider = findProvider(installed, name);
    if (provider !== null) return provider;
    throw new PlatformError('not-found', 'models.unknown_provider', `The model provider "${name}" is not installed.`);
  }

  /** The reference itself, or the default where it names nothing. */
  function chosen(reference: ModelReference, { defaults }: ModelSettings): ModelReference {
    if (reference.provider.trim() !== '' || reference.model.trim() !== '') return reference;
    const named = defaults.get(reference.type);
    if (named === undefined) throw noDefault(reference.type);
    return { type: reference.type, ...named };
  }

  async function resolve(workspaceId: string, given: ModelReference): Promise<ResolvedModel> {
    // Both are asked for at once: what `find` looks at below is there by then.
    const [settings] = await Promise.all([cache.get(workspaceId), vault.all(workspaceId)]);
    const reference = chosen(given, settings);
    const provider = findProvider(installed, reference.provider);
    if (provider === null) throw notInstalled(reference.provider);
    const credentials = await vault.find(workspaceId, provider.id);
    if (credentials === null && provider.keyless !== true) throw notConfigured(provider);
    const state = stateOf(settings, provider.id, { name: reference.model.trim(), type: reference.type });
    if (state?.isEnabled === false) throw switchedOff(provider, reference);
    const described = state?.isCustom === true ? descriptionOf(state) : describeModel(provider, reference);
    const description = withOwnPrice(described, credentials ?? {});
    return { provider: provider.id, module: provider.module.href, credentials: credentials ?? {}, description };
  }

  const providerOf = (name: string) => findProvider(installed, name)?.id ?? null;
  const metered = new MeteredModels({ guards: guards ?? { all: () => [] }, providerOf, resolve });

  async function test(provider: ModelProvider, credentials: Credentials): Promise<void> {
    const implementation = await loader.implementation(provider.module.href);
    await implementation.test(credentials, { egress }, AbortSignal.timeout(TEST_TIMEOUT));
  }

  async function checked(workspaceId: string, provider: ModelProvider, given: Credentials): Promise<Credentials> {
    // What can't be opened any more is no reason to refuse what takes its place.
    const stored = (await vault.all(workspaceId)).get(provider.id) ?? null;
    return checkCredentials(provider, withStoredSecrets(provider, given, stored));
  }

  return {
    ...modelSettings({ store, cache, known, resolve }),
    resolve,
    metered,
    close: () => cache.close(),
    providerOf,
    async providers(workspaceId) {
      const [stored, settings] = await Promise.all([vault.all(workspaceId), cache.get(workspaceId)]);
      return installed
        .all()
        .map((provider) => providerView(provider, { credentials: stored.get(provider.id), settings }));
    },
    async available(workspaceId, type) {
      const [stored, settings] = await Promise.all([vault.all(workspaceId), cache.get(workspaceId)]);
      const models = installed
        .all()
        .flatMap((provider) => availableOf(provider, { credentials: stored.get(provider.id), settings }));
      return type === undefined ? models : models.filter((model) => model.type === type);
    },
    async configure(workspaceId, name, credentials, options = {}) {
      const provider = known(name);
      const good = await checked(workspaceId, provider, credentials);
      if (options.test === true) await test(provider, good);
      await vault.save(workspaceId, provider.id, good);
    },
    async remove(workspaceId, name) {
      const { id } = known(name);
      await vault.remove(workspaceId, id);
      await store.removeProvider(workspaceId, id);
      await cache.changed(workspaceId);
    },
    async test(workspaceId, name, credentials) {
      const provider = known(name);
      if (credentials !== undefined) return test(provider, await checked(workspaceId, provider, credentials));
      const stored = await vault.find(workspaceId, provider.id);
      if (stored === null && provider.keyless !== true) throw notConfigured(provider);
      await test(provider, stored ?? {});
    },
    async model(workspaceId, type, name, app) {
      const reference = { type, ...name };
      const isAsked = app !== undefined && app.isRefusable !== false;
      const instead = isAsked ? await metered.allow(app, reference) : null;
      const resolved = instead ?? (await resolve(workspaceId, reference));
      const { provider, description } = resolved;
      const loaded = await loader.model(resolved, type, { egress });
      const kept = app === undefined ? [] : (ledgers?.all() ?? []);
      const count = (tokens: CallTokens) => {
        if (app === undefined) return;
        const usage = modelUsage(resolved, { ...tokens, latency: 0, timeToFirstToken: null });
        for (const ledger of kept) ledger.recordUsage(app, usage);
      };
      const model = kept.length === 0 ? loaded : countedModel(type, loaded, count);
      const told = observers?.all() ?? [];
      if (told.length === 0) return { provider, description, model };
      const observation = {
        provider,
        model: description.name,
        executionId: null,
        trace: undefined,
        tell: (call: ModelCall) => told.forEach((observer) => void observer.called(call, null)),
      };
      return { provider, description, model: observedModel(type, model, observation) };
    },
  };
}
