import { PlatformError } from '#kernel';
import type { CredentialSet, SetVault } from '#plugins/credentials/contract.ts';
import type { WorkspaceCache } from '#plugins/database/contract.ts';
import { describeModel } from './catalogue.ts';
import type { CredentialSets, Credentials, SetMode, TypedModelName } from './contract.ts';
import { type CredentialForm, checkCredentials, formOf, maskCredentials, withStoredSecrets } from './credentials.ts';
import { addressOf, hasAddress, modelForm, secretsOf, usedSets } from './model-credentials.ts';
import { NO_VALUES, type OwnFields, type OwnValues } from './own-fields.ts';
import { stateOf } from './provider-views.ts';
import type { KnownProvider } from './providers.ts';
import type { ModelSettings, ModelSettingsStore, ModelState } from './store.ts';

/** Sets one model is called with. */
const MAX_SETS_OF_MODEL = 10;
/** Models that a refusal names. */
const MAX_NAMED = 10;

export interface CredentialSetsParts {
  readonly vault: SetVault;
  readonly store: Pick<ModelSettingsStore, 'setCredentials' | 'forgetSet'>;
  readonly cache: Pick<WorkspaceCache<ModelSettings>, 'get' | 'changed'>;
  readonly fields: OwnFields;
  known(workspaceId: string, provider: string): Promise<KnownProvider>;
  call(provider: KnownProvider, credentials: Credentials): Promise<void>;
  refuseMore(workspaceId: string, provider: KnownProvider): Promise<void>;
}

/** The sets of credentials of workspaces, and which of them models are called with. */
export function createCredentialSets(parts: CredentialSetsParts): CredentialSets {
  const { vault, store, cache, fields, known } = parts;

  async function setsOf(workspaceId: string, provider: string): Promise<readonly CredentialSet[]> {
    return (await vault.sets(workspaceId)).filter((set) => set.provider === provider);
  }

  async function found(workspaceId: string, provider: KnownProvider, id: string): Promise<CredentialSet> {
    const set = (await setsOf(workspaceId, provider.id)).find((one) => one.id === id);
    if (set === undefined) throw unknownSet(provider);
    return set;
  }

  async function usersOf(workspaceId: string, provider: string, id: string): Promise<readonly ModelState[]> {
    const { states } = await cache.get(workspaceId);
    return states.filter((state) => state.provider === provider && state.setIds.includes(id));
  }

  async function stateOfModel(workspaceId: string, { provider, type, model }: TypedModelName) {
    return stateOf(await cache.get(workspaceId), provider, { name: model, type });
  }

  /** What was given for a model; null: it can't be opened. */
  function opened(workspaceId: string, state: ModelState | undefined): OwnValues | null {
    return state === undefined ? NO_VALUES : readable(() => fields.open(workspaceId, state));
  }

  return {
    async list(workspaceId, name) {
      const provider = await known(workspaceId, name);
      const [sets, { states }] = await Promise.all([setsOf(workspaceId, provider.id), cache.get(workspaceId)]);
      return sets.map((set) => ({
        id: set.id,
        name: set.name,
        isDefault: set.isDefault,
        credentials: masked(
          provider,
          readable(() => set.values()),
        ),
        models: states
          .filter((state) => state.provider === provider.id && state.setIds.includes(set.id))
          .map(({ type, model }) => ({ provider: provider.id, type, model })),
        createdAt: set.createdAt,
        updatedAt: set.updatedAt,
      }));
    },
    async create(workspaceId, name, set) {
      const provider = await known(workspaceId, name);
      const values = checkCredentials(provider, withStoredSecrets(provider, set.credentials, null));
      if (set.test === true) await parts.call(provider, values);
      return vault.create(workspaceId, provider.id, { name: set.name.trim(), values });
    },
    async change(workspaceId, name, id, { credentials, test, ...change }) {
      const provider = await known(workspaceId, name);
      const set = await found(workspaceId, provider, id);
      const stored = credentials === undefined ? null : readable(() => set.values());
      const values =
        credentials === undefined
          ? undefined
          : checkCredentials(provider, withStoredSecrets(provider, credentials, stored));
      if (test === true) await parts.call(provider, values ?? set.values());
      const isThere = await vault.change(workspaceId, provider.id, id, {
        ...change,
        ...(change.name !== undefined && { name: change.name.trim() }),
        ...(values && { values }),
      });
      if (!isThere) throw unknownSet(provider);
    },
    async remove(workspaceId, name, id, { isConfirmed }) {
      const provider = await known(workspaceId, name);
      const set = await found(workspaceId, provider, id);
      if (set.isDefault) throw isDefaultSet(provider, set);
      const users = isConfirmed ? [] : await usersOf(workspaceId, provider.id, id);
      if (users.length > 0) throw inUse(set, users);
      if (!(await vault.removeSet(workspaceId, provider.id, id))) throw isDefaultSet(provider, set);
      await store.forgetSet(workspaceId, provider.id, id);
      await cache.changed(workspaceId);
    },
    async test(workspaceId, name, id, credentials) {
      const provider = await known(workspaceId, name);
      const set = await found(workspaceId, provider, id);
      if (credentials === undefined) return parts.call(provider, set.values());
      const stored = readable(() => set.values());
      await parts.call(provider, checkCredentials(provider, withStoredSecrets(provider, credentials, stored)));
    },
    async ofModel(workspaceId, name) {
      const provider = await known(workspaceId, name.provider);
      const state = await stateOfModel(workspaceId, { ...name, provider: provider.id });
      const sets = await setsOf(workspaceId, provider.id);
      const form = modelForm(provider);
      return {
        fields: form === null ? [] : formOf(form),
        credentials: form === null ? {} : masked(form, opened(workspaceId, state)?.values ?? null),
        mode: state?.setMode ?? 'single',
        sets: (state?.setIds ?? []).flatMap((id) => {
          const set = sets.find((one) => one.id === id);
          return set === undefined ? [] : [{ id, name: set.name }];
        }),
      };
    },
    async setOfModel(workspaceId, given, { credentials, mode, setIds }) {
      const provider = await known(workspaceId, given.provider);
      const name: TypedModelName = { ...given, provider: provider.id };
      const state = await stateOfModel(workspaceId, name);
      if (state === undefined) describeModel(provider, name);
      const stored = opened(workspaceId, state);
      if (stored === null && credentials === undefined) fields.open(workspaceId, state as ModelState);
      const values =
        credentials === undefined ? (stored?.values ?? {}) : checkOwn(provider, credentials, stored?.values ?? null);
      checkSets(provider, values, { mode, setIds });
      const used = usedSets(await setsOf(workspaceId, provider.id), { setIds, setMode: mode });
      const addresses =
        used.length === 0 ? [addressOf(provider, {})] : used.map((set) => addressOf(provider, set.values()));
      refuseMoved(provider, { values, addresses }, { given: credentials ?? {}, stored });
      const sealed = fields.seal(workspaceId, provider.id, { values, addresses });
      if (state === undefined) await parts.refuseMore(workspaceId, provider);
      if (!(await store.setCredentials(workspaceId, name, { sealed, setIds, setMode: mode }))) {
        throw unknownSet(provider);
      }
      await cache.changed(workspaceId);
    },
  };
}

function readable<Value>(open: () => Value): Value | null {
  try {
    return open();
  } catch {
    // What can't be opened any more (its key is missing) is no reason to refuse what takes its place.
    return null;
  }
}

function masked(form: CredentialForm, credentials: Credentials | null): Credentials | null {
  return credentials === null ? null : maskCredentials(form, credentials);
}

function checkOwn(provider: KnownProvider, given: Credentials, stored: Credentials | null): Credentials {
  // None at all is what every model may have, also one that its provider asks something for.
  if (Object.values(given).every((value) => typeof value === 'string' && value.trim() === '')) return {};
  const form = modelForm(provider);
  if (form !== null) return checkCredentials(form, withStoredSecrets(form, given, stored));
  const message = `${provider.label} takes no fields for single models: make a set of credentials.`;
  throw new PlatformError('invalid', 'models.invalid_credentials', message, { field: 'credentials' });
}

/** A secret that is kept goes where it was given for, unless it is given again (`withStoredSecrets`, for addresses of sets). */
function refuseMoved(
  provider: KnownProvider,
  { values, addresses }: OwnValues,
  { given, stored }: { readonly given: Credentials; readonly stored: OwnValues | null },
): void {
  if (hasAddress(provider, values) || addresses.every((address) => stored?.addresses.includes(address))) return;
  const kept = secretsOf(provider, values).find((name) => given[name]?.trim() !== values[name]);
  if (kept === undefined) return;
  const message = `${provider.label}: ${kept} must be given again, because the sets have other addresses.`;
  throw new PlatformError('invalid', 'models.invalid_credentials', message, { field: kept });
}

interface UsedSets {
  readonly mode: SetMode;
  readonly setIds: readonly string[];
}

function checkSets(provider: KnownProvider, own: Credentials, { mode, setIds }: UsedSets): void {
  const refuse = (why: string): never => {
    const field = 'credential_sets';
    throw new PlatformError('invalid', 'models.invalid_credentials', `${provider.label}: ${why}.`, { field });
  };
  if (new Set(setIds).size < setIds.length) refuse('a set of credentials is named twice');
  if (setIds.length > MAX_SETS_OF_MODEL) refuse(`a model is called with ${MAX_SETS_OF_MODEL} sets at most`);
  if (mode === 'single' && setIds.length > 1) {
    refuse('with one set alone there is one to name; choose failover or balance for several');
  }
  if (setIds.length > 0 && hasAddress(provider, own)) {
    refuse(
      'a model with an address of its own is called with its own fields alone; name no sets, or leave the address out',
    );
  }
}

function unknownSet({ label }: KnownProvider): PlatformError {
  return new PlatformError('not-found', 'models.unknown_set', `${label} has no such set of credentials here.`);
}

function isDefaultSet({ label }: KnownProvider, { name }: CredentialSet): PlatformError {
  const message = `"${name}" is what models of ${label} are called with that name no set: make another set the default first, or remove the provider.`;
  return new PlatformError('conflict', 'models.default_set', message);
}

function inUse({ name }: CredentialSet, users: readonly ModelState[]): PlatformError {
  const names = users.slice(0, MAX_NAMED).map(({ type, model }) => `${model} (${type})`);
  const rest = users.length > MAX_NAMED ? ` and ${users.length - MAX_NAMED} more` : '';
  const message = `"${name}" is what these models are called with: ${names.join(', ')}${rest}. Delete it all the same with confirm=true: they go on with the sets that are left, or with the default.`;
  return new PlatformError('conflict', 'models.set_in_use', message);
}
