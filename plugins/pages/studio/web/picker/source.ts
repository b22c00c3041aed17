import type { ReactNode } from 'react';

/** A thing that can be picked. */
export interface PickerItem {
  readonly id: string;
  readonly label: string;
  /** The label where the group is not said: in the field, and among those picked lately. */
  readonly full?: string;
  /** Said beside the label: an address, a kind. */
  readonly detail?: string;
  readonly icon?: ReactNode;
  /** Heading under which it is listed; items of one group follow one another. */
  readonly group?: string;
  /** Why it can't be picked: it is shown, with the reason, and not taken. */
  readonly whyNot?: string;
}

/** A part of what was found. `next` asks for what follows; null: that was all. */
export interface PickerPage {
  readonly items: readonly PickerItem[];
  readonly next: string | null;
}

/** Where a picker finds its things. */
export interface PickerSource {
  /** Tells kinds of things apart, for what was picked lately: `apps`. */
  readonly kind: string;
  /** What matches `search`, from the beginning (`next` null) or going on. */
  find(search: string, next: string | null, signal: AbortSignal): Promise<PickerPage>;
  /** The thing of an id, where its things are all here: no pause of the typing is waited for. */
  known?(id: string): PickerItem | null;
  /** The thing of an id that is known from elsewhere, such as an address; null: it is gone. Absent: ids are shown as they are. */
  get?(id: string, signal: AbortSignal): Promise<PickerItem | null>;
}

/** Things that are all here: those whose label, detail or group has every word of the search. */
export function localSource(kind: string, items: readonly PickerItem[]): PickerSource {
  return {
    kind,
    find: async (search) => ({ items: matching(items, search), next: null }),
    known: (id) => items.find((item) => item.id === id) ?? null,
  };
}

/** Asks for a page of things that no server searches. */
type AskPage = (next: string | null, signal: AbortSignal) => Promise<PickerPage>;
/** More of them are not looked through. */
const MAX_PAGES = 20;

/** Things that come in pages and are not searched on the server: a search looks through the pages, as far as they go. */
export function walkedSource(kind: string, ask: AskPage): PickerSource {
  return {
    kind,
    async find(search, next, signal) {
      if (wordsOf(search).length === 0) return ask(next, signal);
      return { items: matching(await walk(ask, signal), search), next: null };
    },
    get: (id, signal) => findInPages(id, ask, signal),
  };
}

/** The thing of an id, looked for page by page. */
export async function findInPages(id: string, ask: AskPage, signal: AbortSignal): Promise<PickerItem | null> {
  const items = await walk(ask, signal, id);
  return items.find((item) => item.id === id) ?? null;
}

/** What is on the pages, up to that of an id. */
async function walk(ask: AskPage, signal: AbortSignal, until?: string): Promise<readonly PickerItem[]> {
  const items: PickerItem[] = [];
  let next: string | null = null;
  for (let at = 0; at < MAX_PAGES; at += 1) {
    const page: PickerPage = await ask(next, signal);
    items.push(...page.items);
    next = page.next;
    if (next === null || page.items.some(({ id }) => id === until)) break;
  }
  return items;
}

/** What has every word of a search: what begins with the first of them before the rest, and what can't be picked last. */
export function matching(items: readonly PickerItem[], search: string): readonly PickerItem[] {
  const words = wordsOf(search);
  const [first] = words;
  const rank = ({ label, whyNot }: PickerItem) =>
    (whyNot === undefined ? 0 : 2) + (first !== undefined && plain(label).startsWith(first) ? 0 : 1);
  const found = items.filter((item) => {
    const text = plain(`${item.label} ${item.detail ?? ''} ${item.group ?? ''}`);
    return words.every((word) => text.includes(word));
  });
  const ordered = found.toSorted((one, other) => rank(one) - rank(other));
  // Groups stay whole: their order is that of their best item.
  return [...Map.groupBy(ordered, ({ group }) => group).values()].flat();
}

/** What was found, and what was searched for itself where nothing is called so. `about`: what is said of it. */
export function orTyped(items: readonly PickerItem[], search: string, about: string): readonly PickerItem[] {
  const typed = search.trim();
  if (typed === '' || items.some(({ label }) => label === typed)) return items;
  return [...items, { id: typed, label: typed, detail: about }];
}

const wordsOf = (search: string) => plain(search).split(/\s+/).filter(Boolean);

/** Accents are left out: nobody needs them to find what they know. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
