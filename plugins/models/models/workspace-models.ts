import { PlatformError } from '#kernel';
import type { WorkspaceCache } from '#plugins/database/contract.ts';
import { catalogueNameOf, undated } from './catalogue/catalogue-of.ts';
import type { ModelReference, Models, ResolvedModel, TypedModelName } from './contract.ts';
import { typesOf } from './provider-views.ts';
import type { KnownProvider } from './providers.ts';
import type { ModelSettings, ModelSettingsStore, ModelState } from './store.ts';

/** Models a workspace may add to one provider, or switch off in it. */
const MAX_MODELS = 500;

interface SettingsParts {
  readonly store: Pick<ModelSettingsStore, keyof ModelSettingsStore>;
  readonly cache: Pick<WorkspaceCache<ModelSettings>, 'get' | 'changed'>;
  known(workspaceId: string, provider: string): Promise<KnownProvider>;
  resolve(workspaceId: string, reference: ModelReference): Promise<ResolvedModel>;
}

type SettingsPart = Pick<Models, 'setEnabled' | 'addModel' | 'removeModel' | 'defaults' | 'setDefault'> & {
  /** Throws `models.too_many_models` where the workspace has as many settings of the provider's models as it may. */
  refuseMore(workspaceId: string, provider: KnownProvider): Promise<void>;
};

/** Which models a workspace has switched off, added, and made its defaults. */
export function modelSettings({ store, cache, known, resolve }: SettingsParts): SettingsPart {
  async function refuseMore(workspaceId: string, provider: KnownProvider): Promise<void> {
    if ((await store.count(workspaceId, provider.id)) < MAX_MODELS) return;
    const message = `A workspace keeps settings of ${MAX_MODELS} models of ${provider.label} at most: remove some.`;
    throw new PlatformError('conflict', 'models.too_many_models', message);
  }

  return {
    refuseMore,
    async setEnabled(workspaceId, name, isEnabled) {
      const provider = await known(workspaceId, name.provider);
      if (!isEnabled) await refuseMore(workspaceId, provider);
      await store.setEnabled(workspaceId, { ...name, provider: provider.id }, isEnabled);
      await cache.changed(workspaceId);
    },
    async addModel(workspaceId, { contextSize, ...name }) {
      const provider = await known(workspaceId, name.provider);
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
      const provider = await known(workspaceId, name.provider);
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
        const { states } = await cache.get(workspaceId);
        refuseOtherType(await known(workspaceId, provider), { provider, type, model: description.name }, states);
        await store.setDefault(workspaceId, type, { provider, model: description.name });
      }
      await cache.changed(workspaceId);
    },
  };
}

/** An open catalogue has names that nobody listed; one that is listed as another type is none of this. */
function refuseOtherType(provider: KnownProvider, wanted: TypedModelName, states: readonly ModelState[]): void {
  const added = states.filter(({ provider: of, isCustom }) => of === provider.id && isCustom);
  const listed = [...provider.models, ...added.map(({ model, type }) => ({ name: model, type }))];
  // A dated snapshot is like the model it is one of.
  const names = [wanted.model, catalogueNameOf(provider.id, wanted.model) ?? undated(wanted.model)];
  const same = listed.filter(({ name }) => names.includes(name));
  const hasType = typesOf(provider).includes(wanted.type) || added.some(({ type }) => type === wanted.type);
  if (same.some(({ type }) => type === wanted.type) || (same.length === 0 && hasType)) return;
  const [other] = same;
  const message =
    other === undefined
      ? `${provider.label} has no ${wanted.type} models.`
      : `"${wanted.model}" of ${provider.label} is a model of the type ${other.type}, and not ${wanted.type}.`;
  throw new PlatformError('invalid', 'models.model_currently_not_support', message);
}

function refuseClosed(provider: KnownProvider, { type }: TypedModelName): void {
  const isOpen = provider.openCatalogue === true;
  if (isOpen && typesOf(provider).includes(type)) return;
  const message = isOpen
    ? `${provider.label} has no ${type} models.`
    : `The models of ${provider.label} are known; none can be added.`;
  throw new PlatformError('conflict', 'models.closed_catalogue', message);
}
