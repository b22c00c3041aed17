import type { Contributions } from '#kernel';
import type { ModelName, ModelProvider, ModelType, TypedModelName } from '#plugins/models/contract.ts';
import type { ModelSettingsStore, ModelState } from '#plugins/models/store.ts';

/** A fixed set of installed providers. */
export function installedProviders(...providers: ModelProvider[]): Contributions<ModelProvider> {
  return {
    all: () => providers,
    get: (id) => providers.find((provider) => provider.id === id),
    onChange: () => () => {},
  };
}

const nothing = {
  isEnabled: true,
  isCustom: false,
  contextSize: null,
  sealed: null,
  setIds: [],
  setMode: 'single',
} as const;

/** Settings in memory, of one workspace. */
export function memorySettings(): Pick<ModelSettingsStore, keyof ModelSettingsStore> {
  const states = new Map<string, ModelState>();
  const defaults = new Map<ModelType, ModelName>();
  const keyOf = ({ provider, type, model }: TypedModelName) => `${provider}/${type}/${model}`;
  return {
    read: async () => ({ states: [...states.values()], defaults: new Map(defaults) }),
    count: async (_, provider) => [...states.values()].filter((state) => state.provider === provider).length,
    async setEnabled(_, name, isEnabled) {
      states.set(keyOf(name), { ...nothing, ...states.get(keyOf(name)), ...name, isEnabled });
    },
    async add(_, name, contextSize) {
      if (states.get(keyOf(name))?.isCustom === true) return false;
      states.set(keyOf(name), { ...nothing, ...name, contextSize, isCustom: true });
      return true;
    },
    remove: async (_, name) => states.delete(keyOf(name)),
    async setCredentials(_, name, credentials) {
      states.set(keyOf(name), { ...nothing, ...states.get(keyOf(name)), ...name, ...credentials });
      return true;
    },
    async forgetSet(_, __, id) {
      for (const [key, state] of states)
        states.set(key, { ...state, setIds: state.setIds.filter((other) => other !== id) });
    },
    async removeProvider(_, provider) {
      for (const [key, state] of states) if (state.provider === provider) states.delete(key);
      for (const [type, name] of defaults) if (name.provider === provider) defaults.delete(type);
    },
    async setDefault(_, type, name) {
      if (name === null) defaults.delete(type);
      else defaults.set(type, name);
    },
  };
}
