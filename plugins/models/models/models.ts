import type { Contributions } from '#kernel';
import type { SetVault } from '#plugins/credentials/contract.ts';
import { type Notifications, WorkspaceCache } from '#plugins/database/contract.ts';
import type { Egress } from '#plugins/egress/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import { notConfigured } from './catalogue.ts';
import type {
  BudgetGuard,
  CallTokens,
  CredentialSets,
  Credentials,
  LlmModel,
  ModelCall,
  ModelObserver,
  ModelProvider,
  ModelProviderSource,
  ModelReference,
  Models,
  ResolvedModel,
  UsageLedger,
} from './contract.ts';
import { Cooldowns } from './cooldowns.ts';
import { countedModel } from './counted-model.ts';
import { createCredentialSets } from './credential-sets.ts';
import { checkCredentials, withStoredSecrets } from './credentials.ts';
import { loadWithSets } from './failover.ts';
import { createLoader, modelOf } from './loader.ts';
import { MeteredModels } from './metered-models.ts';
import { isWhole } from './model-credentials.ts';
import { createModelLists, type ModelListsParts } from './model-lists.ts';
import { observedModel } from './observed-call.ts';
import { OwnFields } from './own-fields.ts';
import { availableOf, providerView } from './provider-views.ts';
import { type KnownProvider, Providers } from './providers.ts';
import { Resolution } from './resolution.ts';
import type { ModelSettings, ModelSettingsStore, ModelState } from './store.ts';
import { modelUsage } from './usage.ts';
import { modelSettings } from './workspace-models.ts';

export interface ModelsParts {
  readonly installed: Contributions<ModelProvider>;
  readonly sources?: Pick<Contributions<ModelProviderSource>, 'all'>;
  readonly vault: SetVault;
  readonly store: Pick<ModelSettingsStore, keyof ModelSettingsStore>;
  readonly notifications: Pick<Notifications, 'send' | 'listen'>;
  readonly egress: Egress;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  readonly observers?: Contributions<ModelObserver>;
  readonly guards?: Contributions<BudgetGuard>;
  readonly ledgers?: Contributions<UsageLedger>;
}

/** The service with what host calls need besides. */
export interface ModelsService extends Models {
  resolve(workspaceId: string, reference: ModelReference): Promise<ResolvedModel>;
  /** A language model of an own provider, as it is in a run. Throws `models.unknown_provider`, `models.model_currently_not_support`. */
  ownLlm(workspaceId: string, named: Pick<ResolvedModel, 'provider' | 'credentials'>, runId: string): Promise<LlmModel>;
  readonly metered: MeteredModels;
  readonly sets: CredentialSets;
  /** Which credentials have failed a moment ago, in this process. */
  readonly cooldowns: Cooldowns;
  close(): void;
}

/** How long a question about a provider may take, in milliseconds. */
const TEST_TIMEOUT = 30_000;

export function createModels(parts: ModelsParts): ModelsService {
  const { installed, vault, store, notifications, egress, observers, guards, ledgers } = parts;
  const loader = createLoader();
  const cache = new WorkspaceCache<ModelSettings>({
    channel: 'model_settings_changed',
    notifications,
    read: (workspaceId) => store.read(workspaceId),
  });

  const providers = new Providers(installed, parts.sources ?? { all: () => [] });
  const known = (workspaceId: string, name: string) => providers.known(workspaceId, name);

  const cooldowns = new Cooldowns();
  const fields = new OwnFields(parts.secrets);
  const resolution = new Resolution({ providers, vault, cache, fields, cooldowns });
  const resolve = (workspaceId: string, given: ModelReference, runId?: string) =>
    resolution.resolve(workspaceId, given, runId);

  const providerOf = async (workspaceId: string, name: string) => (await providers.find(workspaceId, name))?.id ?? null;
  const metered = new MeteredModels({ guards: guards ?? { all: () => [] }, providerOf, resolve });

  const ask: ModelListsParts['ask'] = async (provider, credentials, question) => {
    const implementation =
      'module' in provider ? await loader.implementation(provider.module.href) : provider.implementation;
    const given = { ...provider.moduleCredentials, ...credentials };
    return await question(implementation, given, { egress }, AbortSignal.timeout(TEST_TIMEOUT));
  };
  const test = (provider: KnownProvider, credentials: Credentials) =>
    ask(provider, credentials, (implementation, ...given) => implementation.test(...given));

  async function storedOf(workspaceId: string, provider: KnownProvider): Promise<Credentials> {
    const stored = await vault.find(workspaceId, provider.id);
    if (stored === null && provider.keyless !== true) throw notConfigured(provider);
    return stored ?? {};
  }

  async function checked(workspaceId: string, provider: KnownProvider, given: Credentials): Promise<Credentials> {
    // What can't be opened any more is no reason to refuse what takes its place.
    const stored = (await vault.all(workspaceId)).get(provider.id) ?? null;
    return checkCredentials(provider, withStoredSecrets(provider, given, stored));
  }

  function isWholeOf(workspaceId: string, provider: KnownProvider) {
    return (state: ModelState): boolean => {
      try {
        return isWhole(provider, fields.open(workspaceId, state).values);
      } catch {
        return false;
      }
    };
  }

  async function forget(workspaceId: string, id: string): Promise<void> {
    await vault.remove(workspaceId, id);
    await store.removeProvider(workspaceId, id);
    await cache.changed(workspaceId);
  }

  const { refuseMore, ...settingsPart } = modelSettings({ store, cache, known, resolve });
  const lists = createModelLists({
    known,
    settings: (workspaceId) => cache.get(workspaceId),
    credentials: storedOf,
    ask,
    addModel: settingsPart.addModel,
  });
  return {
    ...settingsPart,
    ...lists,
    resolve,
    async ownLlm(workspaceId, named, runId) {
      const resolved = { ...named, module: null, description: { name: '', type: 'llm' } } as const;
      return modelOf(await providers.ownCode(workspaceId, named.provider, runId), resolved, 'llm', { egress });
    },
    metered,
    cooldowns,
    sets: createCredentialSets({ vault, store, cache, fields, known, call: test, refuseMore }),
    close: () => cache.close(),
    providerOf,
    async providers(workspaceId) {
      const [stored, unreadable, settings, all] = await Promise.all([
        vault.all(workspaceId),
        vault.unreadable(workspaceId),
        cache.get(workspaceId),
        providers.all(workspaceId),
      ]);
      return all.map((provider) => {
        const [credentials, isUnreadable] = [stored.get(provider.id), unreadable.has(provider.id)];
        return providerView(provider, { credentials, settings, isUnreadable });
      });
    },
    async available(workspaceId, type) {
      const [stored, settings, all] = await Promise.all([
        vault.all(workspaceId),
        cache.get(workspaceId),
        providers.all(workspaceId),
      ]);
      const models = all.flatMap((provider) => {
        const own = { credentials: stored.get(provider.id), settings, isWhole: isWholeOf(workspaceId, provider) };
        return availableOf(provider, own);
      });
      const own = models.toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn));
      return type === undefined ? own : own.filter((model) => model.type === type);
    },
    async configure(workspaceId, name, credentials, options = {}) {
      const provider = await known(workspaceId, name);
      const good = await checked(workspaceId, provider, credentials);
      if (options.test === true) await test(provider, good);
      await vault.save(workspaceId, provider.id, good);
    },
    async remove(workspaceId, name) {
      await forget(workspaceId, (await known(workspaceId, name)).id);
    },
    forget,
    async test(workspaceId, name, credentials) {
      const provider = await known(workspaceId, name);
      if (credentials !== undefined) return test(provider, await checked(workspaceId, provider, credentials));
      await test(provider, await storedOf(workspaceId, provider));
    },
    async model(workspaceId, type, name, app) {
      const reference = { type, ...name };
      const isAsked = app !== undefined && app.isRefusable !== false;
      const instead = isAsked ? await metered.allow(app, reference) : null;
      const resolved = instead ?? (await resolve(workspaceId, reference));
      const { provider, description } = resolved;
      const kept = app === undefined ? [] : (ledgers?.all() ?? []);
      const told = observers?.all() ?? [];
      const load = async (candidate: ResolvedModel) => {
        const loaded =
          candidate.module === null
            ? modelOf(await providers.ownCode(workspaceId, provider), candidate, type, { egress })
            : await loader.model(candidate, type, { egress });
        if (told.length === 0) return loaded;
        return observedModel(type, loaded, {
          provider,
          model: description.name,
          ...(candidate.credentialSet !== undefined && { credentialSet: candidate.credentialSet.name }),
          executionId: null,
          trace: undefined,
          tell: (call: ModelCall) => told.forEach((observer) => void observer.called(call, null)),
        });
      };
      const { model, last } = await loadWithSets(type, resolved, { cooldowns, load });
      const count = (tokens: CallTokens) => {
        if (app === undefined) return;
        const usage = modelUsage(last(), { ...tokens, latency: 0, timeToFirstToken: null });
        for (const ledger of kept) ledger.recordUsage(app, usage);
      };
      return { provider, description, model: kept.length === 0 ? model : countedModel(type, model, count) };
    },
  };
}
