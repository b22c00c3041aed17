import { PlatformError } from '#kernel';
import { describeModel } from './catalogue.ts';
import {
  type Credentials,
  type FetchedModel,
  MODEL_TYPES,
  type ModelDescription,
  type ModelLists,
  type Models,
  type ProviderImplementation,
} from './contract.ts';
import { parametersOf } from './parameters.ts';
import { withOwnPrice } from './prices.ts';
import { descriptionOf, stateOf } from './provider-views.ts';
import type { KnownProvider } from './providers.ts';
import type { ModelSettings } from './store.ts';

/** Models of one list; longer ones are cut. */
const MAX_LISTED = 5_000;
const MAX_NAME = 256;
/** Tokens; a list that tells more is not believed. */
const MAX_CONTEXT = 100_000_000;

export interface ModelListsParts {
  known(workspaceId: string, provider: string): Promise<KnownProvider>;
  settings(workspaceId: string): Promise<ModelSettings>;
  /** Of the provider. Throws where there are none, and it needs some. */
  credentials(workspaceId: string, provider: KnownProvider): Promise<Credentials>;
  /** Asks the code of the provider, with the credentials it gets. */
  ask<Answer>(
    provider: KnownProvider,
    credentials: Credentials,
    question: (
      implementation: ProviderImplementation,
      ...given: Parameters<ProviderImplementation['test']>
    ) => Promise<Answer>,
  ): Promise<Answer>;
  readonly addModel: Models['addModel'];
}

/** Lists that providers tell of their models, and what forms need to know of a model. */
export function createModelLists({ known, settings, credentials, ask, addModel }: ModelListsParts): ModelLists {
  async function fetchModels(workspaceId: string, name: string): Promise<readonly FetchedModel[]> {
    const provider = await known(workspaceId, name);
    const [own, state] = await Promise.all([credentials(workspaceId, provider), settings(workspaceId)]);
    const told = await ask(provider, own, async (implementation, ...given) => {
      if (implementation.models === undefined) throw noList(provider);
      return await implementation.models(...given);
    });
    return soundModels(told).map((model) => {
      const isListed =
        provider.models.some((listed) => listed.name === model.name && listed.type === model.type) ||
        stateOf(state, provider.id, model)?.isCustom === true;
      return { ...withOwnPrice({ ...model, ...asKnown(provider, model) }, own), isListed };
    });
  }

  return {
    fetchModels,
    async addFetched(workspaceId, name, names) {
      const { id, label } = await known(workspaceId, name);
      const models = await fetchModels(workspaceId, id);
      const wanted = names.map(({ type, model: wantedName }) => {
        const found = models.find((model) => model.type === type && model.name === wantedName);
        if (found !== undefined) return found;
        const message = `${label} has no ${type} model "${wantedName}" in its list. Fetch the list, and choose from it.`;
        throw new PlatformError('not-found', 'models.unknown_model', message);
      });
      const added = [...new Set(wanted)].filter(({ isListed }) => !isListed);
      for (const { type, name: model, contextSize = null } of added) {
        await addModel(workspaceId, { provider: id, type, model, contextSize });
      }
      return added.map((model) => ({ ...model, isListed: true }));
    },
    async parameters(workspaceId, { provider: name, type, model }) {
      const provider = await known(workspaceId, name);
      const named = { name: model.trim(), type };
      const state = stateOf(await settings(workspaceId), provider.id, named);
      const description =
        state?.isCustom === true
          ? descriptionOf(provider, state)
          : describeModel(provider, { type, provider: provider.id, model: named.name });
      return parametersOf(description, provider.id);
    },
  };
}

/** What the catalogue says wins over what a list says, which is often little. */
function asKnown(provider: KnownProvider, { name, type }: ModelDescription): Partial<ModelDescription> {
  try {
    return describeModel(provider, { type, provider: provider.id, model: name });
  } catch {
    return {};
  }
}

/** A list is the word of a server: names that could not be typed, other types and repetitions are left out. */
function soundModels(told: readonly ModelDescription[]): readonly ModelDescription[] {
  const models = new Map<string, ModelDescription>();
  for (const model of told) {
    if (models.size >= MAX_LISTED) break;
    const { name, type, contextSize, ...rest } = model;
    if (typeof name !== 'string' || !MODEL_TYPES.includes(type) || name.length > MAX_NAME) continue;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: as routes take names of models
    if (!/^[^\s\u0000-\u001f\u007f]+$/.test(name)) continue;
    const isSize = contextSize !== undefined && Number.isSafeInteger(contextSize) && contextSize > 0;
    const size = isSize && contextSize <= MAX_CONTEXT ? { contextSize } : {};
    models.set(`${type} ${name}`, { name, type, ...rest, ...size });
  }
  const byName = (one: ModelDescription, other: ModelDescription) => (one.name < other.name ? -1 : 1);
  return [...models.values()].sort(byName);
}

function noList({ label }: KnownProvider): PlatformError {
  const message = `${label} tells no list of its models. Add models by their names.`;
  return new PlatformError('conflict', 'models.no_model_list', message);
}
