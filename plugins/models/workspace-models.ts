import { PlatformError } from '../../kernel/index.ts';
import type { WorkspaceCache } from '../database/contract.ts';
import type { ModelProvider, ModelReference, Models, ResolvedModel, TypedModelName } from './contract.ts';
import { typesOf } from './provider-views.ts';
import type { ModelSettings, ModelSettingsStore } from './store.ts';

/** Models a workspace may add to one provider, or switch off in it. */
const MOST_MODELS = 500;

interface SettingsParts {
  readonly store: Pick<ModelSettingsStore, keyof ModelSettingsStore>;
  readonly cache: Pick<WorkspaceCache<ModelSettings>, 'get' | 'changed'>;
  known(provider: string): ModelProvider;
  resolve(workspaceId: string, reference: ModelReference): Promise<ResolvedModel>;
}

type SettingsPart = Pick<Models, 'setEnabled' | 'addModel' | 'removeModel' | 'defaults' | 'setDefault'>;

/** Which models a workspace has switched off, added, and made its defaults. */
export function modelSettings({ store, cache, known, resolve }: SettingsParts): SettingsPart {
  async function refuseMore(workspaceId: string, provider: ModelProvider): Promise<void> {
    if ((await store.count(workspaceId, provider.id)) < MOST_MODELS) return;
    const message = `A workspace keeps settings of ${MOST_MODELS} models of ${provider.label} at most: remove some.`;
    throw new PlatformError('conflict', 'models.too_many_models', message);
  }

  return {
    async setEnabled(workspaceId, name, isEnabled) {
      const provider = known(name.provider);
      if (!isEnabled) await refuseMore(workspaceId, provider);
      await store.setEnabled(workspaceId, { ...name, provider: provider.id }, isEnabled);
      await cache.changed(workspaceId);
    },
    async addModel(workspaceId, { contextSize, ...name }) {
      const provider = known(name.provider);
      refuseClosed(provider, name);
      await refuseMore(workspaceId, provider);
      const isListed = provider.models.some(({ name: model, type }) => model === name.model && type === name.type);
      if (isListed || !(await store.add(workspaceId, { ...name, provider: provider.id }, contextSize))) {
        const message = `${provider.label} has the ${name.type} model "${name.model}" already.`;
        throw new PlatformError('conflict', 'models.model_exists', message);
      }
      await cache.changed(workspaceId);
    },
    async removeModel(workspaceId, name) {
      const provider = known(name.provider);
      if (!(await store.remove(workspaceId, { ...name, provider: provider.id }))) {
        const message = `The workspace has added no ${name.type} model "${name.model}" to ${provider.label}.`;
        throw new PlatformError('not-found', 'models.unknown_model', message);
      }
      await cache.changed(workspaceId);
    },
    async defaults(workspaceId) {
      return (await cache.get(workspaceId)).defaults;
    },
    async setDefault(workspaceId, type, name) {
      if (name === null) await store.setDefault(workspaceId, type, null);
      else {
        const { provider, description } = await resolve(workspaceId, { type, ...name });
        await store.setDefault(workspaceId, type, { provider, model: description.name });
      }
      await cache.changed(workspaceId);
    },
  };
}

function refuseClosed(provider: ModelProvider, { type }: TypedModelName): void {
  const isOpen = provider.openCatalogue === true;
  if (isOpen && typesOf(provider).includes(type)) return;
  const message = isOpen
    ? `${provider.label} has no ${type} models.`
    : `The models of ${provider.label} are known; none can be added.`;
  throw new PlatformError('conflict', 'models.closed_catalogue', message);
}
