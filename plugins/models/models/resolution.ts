import { LRUCache } from 'lru-cache';
import type { SetVault } from '#plugins/credentials/contract.ts';
import type { WorkspaceCache } from '#plugins/database/contract.ts';
import { describeModel, noDefault, notInstalled, switchedOff } from './catalogue.ts';
import type { Credentials, ModelAlternative, ModelDescription, ModelReference, ResolvedModel } from './contract.ts';
import type { Cooldowns } from './cooldowns.ts';
import { credentialsOf, type ModelCredentials } from './model-credentials.ts';
import { NO_VALUES, type OwnFields } from './own-fields.ts';
import { withOwnPrice } from './prices.ts';
import { descriptionOf, stateOf } from './provider-views.ts';
import type { KnownProvider, Providers } from './providers.ts';
import type { ModelSettings, ModelState } from './store.ts';

export interface ResolutionParts {
  readonly providers: Providers;
  readonly vault: Pick<SetVault, 'sets'>;
  readonly cache: Pick<WorkspaceCache<ModelSettings>, 'get'>;
  readonly fields: OwnFields;
  readonly cooldowns: Cooldowns;
}

/** Finds what a model of a document is called with. */
export class Resolution {
  readonly #parts: ResolutionParts;
  /** Whose turn it is, of models that are called with each of their sets in turn. */
  readonly #turns = new LRUCache<string, number>({ max: 10_000 });

  constructor(parts: ResolutionParts) {
    this.#parts = parts;
  }

  async resolve(workspaceId: string, given: ModelReference, runId?: string): Promise<ResolvedModel> {
    const { providers, vault, cache, fields } = this.#parts;
    const [settings, all] = await Promise.all([cache.get(workspaceId), vault.sets(workspaceId)]);
    const reference = chosen(given, settings);
    const provider = await providers.find(workspaceId, reference.provider, runId);
    if (provider === null) throw notInstalled(reference.provider);
    const name = reference.model.trim();
    const state = stateOf(settings, provider.id, { name, type: reference.type });
    const own = state === undefined ? NO_VALUES : fields.open(workspaceId, state);
    const sets = all.filter((set) => set.provider === provider.id);
    const credentials = credentialsOf({ provider, sets, state, own });
    if (state?.isEnabled === false) throw switchedOff(provider, reference);
    const described = describe(provider, reference, { state, own: own.values });
    const found = credentials.map((one) => alternativeOf(one, { provider, described }));
    const module = 'module' in provider ? provider.module.href : null;
    return { provider: provider.id, module, ...this.#ordered(workspaceId, found, state) };
  }

  /** Those that cool down come last; each in its turn, where the workspace has it so. */
  #ordered(workspaceId: string, found: readonly ModelAlternative[], state: ModelState | undefined) {
    const turned = state?.setMode === 'balance' ? this.#inTurn(workspaceId, found, state) : found;
    const ready = this.#parts.cooldowns.order(turned);
    const [first, ...alternatives] = [...ready, ...turned.filter((one) => !ready.includes(one))];
    if (first === undefined) throw new Error('a model without credentials was not refused');
    return alternatives.length === 0 ? first : { ...first, alternatives };
  }

  #inTurn(workspaceId: string, found: readonly ModelAlternative[], { provider, type, model }: ModelState) {
    const key = [workspaceId, provider, type, model].join('/');
    const turn = (this.#turns.get(key) ?? 0) % found.length;
    this.#turns.set(key, turn + 1);
    return [...found.slice(turn), ...found.slice(0, turn)];
  }
}

/** The reference itself, or the default where it names nothing. */
function chosen(reference: ModelReference, { defaults }: ModelSettings): ModelReference {
  if (reference.provider.trim() !== '' || reference.model.trim() !== '') return reference;
  const named = defaults.get(reference.type);
  if (named === undefined) throw noDefault(reference.type);
  return { type: reference.type, ...named };
}

/** What is known of a model; where its own fields name one it is built on, what is known of that. */
function describe(
  provider: KnownProvider,
  reference: ModelReference,
  { state, own }: { readonly state: ModelState | undefined; readonly own: Credentials },
): ModelDescription {
  const base = own.base_model_name;
  const known = provider.models.find(({ name, type }) => name === base && type === reference.type);
  const described =
    known !== undefined
      ? { ...known, name: reference.model.trim() }
      : state?.isCustom === true
        ? descriptionOf(provider, state)
        : describeModel(provider, reference);
  const size = Number(own.context_size);
  return Number.isSafeInteger(size) && size > 0 ? { ...described, contextSize: size } : described;
}

function alternativeOf(
  { credentials: given, credentialSet, version }: ModelCredentials,
  { provider, described }: { readonly provider: KnownProvider; readonly described: ModelDescription },
): ModelAlternative {
  const credentials = { ...provider.moduleCredentials, ...given };
  const description = withOwnPrice(described, credentials);
  if (credentialSet === undefined) return { credentials, description };
  // With other values it is another set, and need not cool down.
  const cooldownKey = [credentialSet.id, version, described.type, described.name].join('/');
  return { credentials, description, credentialSet, cooldownKey };
}
