import { PlatformError } from '#kernel';
import type { CredentialSet } from '#plugins/credentials/contract.ts';
import { notConfigured } from './catalogue.ts';
import type { CalledSet, Credentials } from './contract.ts';
import { type CredentialForm, formOf } from './credentials.ts';
import type { OwnValues } from './own-fields.ts';
import type { KnownProvider } from './providers.ts';
import type { ModelState } from './store.ts';

/** Credentials that a model may be called with. */
export interface ModelCredentials {
  readonly credentials: Credentials;
  /** Absent: they are the model's own, or there are none. */
  readonly credentialSet?: CalledSet;
  readonly version: string;
}

/** What a workspace has for a model. `sets`: of its provider. */
export interface OwnOfModel {
  readonly provider: KnownProvider;
  readonly sets: readonly CredentialSet[];
  readonly state: ModelState | undefined;
  /** What was given for the model alone. */
  readonly own: OwnValues;
}

/** The form of what is given for each model of a provider; null: it asks for nothing. */
export function modelForm({ label, modelCredentials }: KnownProvider): CredentialForm | null {
  return modelCredentials === undefined ? null : { label, credentials: modelCredentials };
}

/** Whether a model's own fields hold an address. */
export function hasAddress(provider: KnownProvider, own: Credentials): boolean {
  const form = modelForm(provider);
  return form !== null && formOf(form).some(({ name, type }) => type === 'url' && own[name] !== undefined);
}

/** Whether a model's own fields are enough to call it without a set. */
export function isWhole(provider: KnownProvider, own: Credentials): boolean {
  const form = modelForm(provider);
  if (form === null) return false;
  return formOf(form).some(({ name, type, secret }) => (secret || type === 'url') && own[name] !== undefined);
}

/** Values of a model's own fields that are secrets, by name. */
export function secretsOf(provider: KnownProvider, own: Credentials): readonly string[] {
  const form = modelForm(provider);
  if (form === null) return [];
  return formOf(form).flatMap(({ name, secret }) => (secret && own[name] !== undefined ? [name] : []));
}

/** Where calls with a set go: the values of its fields that are addresses. */
export function addressOf(provider: KnownProvider, values: Credentials): string {
  const addresses = formOf(provider).filter(({ type }) => type === 'url');
  return JSON.stringify(addresses.map(({ name }) => values[name] ?? ''));
}

/** The sets that a model is called with: those it names, else the default. Empty: there is none. */
export function usedSets(
  sets: readonly CredentialSet[],
  { setIds, setMode }: Pick<ModelState, 'setIds' | 'setMode'>,
): readonly CredentialSet[] {
  const named = setIds.flatMap((id) => sets.find((set) => set.id === id) ?? []);
  const used = named.length > 0 ? named : sets.filter(({ isDefault }) => isDefault);
  return setMode === 'single' ? used.slice(0, 1) : used;
}

/**
 * With what a model is called: its own fields over those of each of its sets, or of the default set. A secret goes only to
 * the address it was given for: a model with an address of its own gets no secret of a set, and one with a secret of its own
 * is not called with a set whose address has changed since. Who may change addresses may not read secrets.
 */
export function credentialsOf({ provider, sets, state, own }: OwnOfModel): readonly ModelCredentials[] {
  const { values } = own;
  if (hasAddress(provider, values)) {
    const fallback = sets.find(({ isDefault }) => isDefault);
    const shared = fallback === undefined ? {} : withoutSecrets(provider, fallback.values());
    return [{ credentials: { ...shared, ...values }, version: '' }];
  }
  const used = usedSets(sets, state ?? { setIds: [], setMode: 'single' });
  if (used.length === 0) {
    if (provider.keyless !== true && !isWhole(provider, values)) throw notConfigured(provider);
    checkAddress(provider, own, {});
    return [{ credentials: values, version: '' }];
  }
  const errors: unknown[] = [];
  const found = used.flatMap((set) => {
    try {
      const { id, name } = set;
      const given = set.values();
      checkAddress(provider, own, given);
      const version = String(set.updatedAt.getTime());
      return [{ credentials: { ...given, ...values }, credentialSet: { id, name }, version }];
    } catch (error) {
      // One that can't be opened (its key is missing) is no reason not to call with another.
      errors.push(error);
      return [];
    }
  });
  if (found.length === 0) throw errors[0];
  return found;
}

function checkAddress(provider: KnownProvider, { values, addresses }: OwnValues, given: Credentials): void {
  const [secret] = secretsOf(provider, values);
  if (secret === undefined || addresses.includes(addressOf(provider, given))) return;
  const message = `${provider.label}: the address has changed since ${secret} was given for this model. Give it again, under the credentials of the model.`;
  throw new PlatformError('invalid', 'models.provider_not_initialize', message);
}

function withoutSecrets(provider: KnownProvider, values: Credentials): Credentials {
  const shown = formOf(provider).filter(({ secret }) => !secret);
  return Object.fromEntries(shown.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]])));
}
