import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call } from '#plugins/studio/web/session/console-api.ts';
import { ApiError, pageLanguage } from '#plugins/ui/web/contract.ts';
import { languageItems, nameOf, pageLanguages, spokenLanguages, writtenLanguages } from './language-items.ts';
import { findInPages, localSource, orTyped, type PickerItem, type PickerSource } from './source.ts';

const LIMIT = 30;

/** The apps of the workspace, by part of their name. `mode`: only those of this kind. */
export function appSource(mode?: 'workflow'): PickerSource {
  const query = { limit: LIMIT, ...(mode !== undefined && { mode }) };
  const itemOf = ({ id, name }: { readonly id: string; readonly name: string }): PickerItem => ({ id, label: name });
  return {
    kind: mode === undefined ? 'apps' : `apps-${mode}`,
    async find(search, next, signal) {
      const page = Number(next ?? 1);
      const name = search.trim();
      const asked = { ...query, page, ...(name !== '' && { name }) };
      const { data, has_more: hasMore } = await call.get('/console/api/apps', { query: asked, signal });
      return { items: data.map(itemOf), next: hasMore ? String(page + 1) : null };
    },
    async get(id, signal) {
      const { data } = await call.get('/console/api/apps', { query: { id: [id] }, signal });
      return data.map(itemOf)[0] ?? null;
    },
  };
}

/** The knowledge bases of the workspace, by part of their name. */
export const datasetSource: PickerSource = {
  kind: 'datasets',
  async find(search, next, signal) {
    const page = Number(next ?? 1);
    const keyword = search.trim();
    const query = { limit: LIMIT, page, ...(keyword !== '' && { keyword }) };
    const { data, has_more: hasMore } = await call.get('/console/api/datasets', { query, signal });
    return { items: data.map(({ id, name }) => ({ id, label: name })), next: hasMore ? String(page + 1) : null };
  },
  async get(id, signal) {
    const path = { dataset_id: id };
    const found = await call.get('/console/api/datasets/{dataset_id}', { path, signal }).catch((error: unknown) => {
      // Only what the server does not know is gone; a lost network says nothing of it.
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    });
    return found === null ? null : { id, label: found.name };
  },
};

type Member = Schemas['Member'];

/** The members of the workspace, by part of their name or address. `whyNot`: why one of them can't be picked. */
export function memberSource(whyNot: (member: Member) => string | undefined = () => undefined): PickerSource {
  const found = async (
    search: string,
    next: string | null,
    { limit, signal }: { limit: number; signal: AbortSignal },
  ) => {
    const typed = search.trim();
    const query = { limit, ...(typed !== '' && { search: typed }), ...(next !== null && { cursor: next }) };
    const { data, next_cursor: cursor } = await call.get('/console/api/members', { query, signal });
    const items = data.map((member): PickerItem => {
      const { account_id: id, name, email } = member;
      const reason = whyNot(member);
      return { id, label: name || email, detail: email, ...(reason !== undefined && { whyNot: reason }) };
    });
    return { items, next: cursor };
  };
  return {
    kind: 'members',
    find: (search, next, signal) => found(search, next, { limit: LIMIT, signal }),
    // Members have no address of their own.
    get: (id, signal) => findInPages(id, (next) => found('', next, { limit: 100, signal }), signal),
  };
}

/** Time zones, as this browser knows them; they are looked up when they are asked for. */
export const zoneSource: PickerSource = {
  kind: 'zones',
  known: (id) => ({ id, label: id }),
  async find(...asked) {
    zones ??= import('./zone-items.ts').then(({ zoneItems }) => {
      const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
      return localSource('', zoneItems(Intl.supportedValuesOf('timeZone'), own, new Date()));
    });
    return (await zones).find(...asked);
  },
};
let zones: Promise<PickerSource> | undefined;

const languages = { page: pageLanguages, spoken: spokenLanguages, written: writtenLanguages };

/** Languages: those of pages, those that models speak by their tags, or those that they write by their English names. `aboutTyped`: others may be typed, and that is said of them. */
export function languageSource(of: keyof typeof languages, aboutTyped?: string): PickerSource {
  const items = languageItems(languages[of](), pageLanguage());
  const local = localSource(`languages-${of}`, items);
  return {
    ...local,
    async find(search, ...asked) {
      const found = await local.find(search, ...asked);
      return aboutTyped === undefined ? found : { ...found, items: orTyped(found.items, search, aboutTyped) };
    },
    known: (id) => items.find((item) => item.id === id) ?? { id, label: nameOf(id, pageLanguage()) },
  };
}
