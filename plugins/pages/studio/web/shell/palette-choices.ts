import type { ReactNode } from 'react';
import { sections } from '#plugins/studio/web/sections/all.ts';
import { allowedActions } from '#plugins/studio/web/sections/allowed-actions.ts';
import { matchPage } from '#plugins/studio/web/sections/match.ts';
import type { ThingKind } from '#plugins/studio/web/sections/section.ts';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { recentThings, rememberThing, type Thing } from '#plugins/studio/web/things/recent-things.ts';
import { navigate } from '#plugins/ui/web/contract.ts';
import { linksOf } from './links.ts';
import type { FoundKind } from './use-things.ts';

/** Something that can be chosen. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly about?: string | null;
  readonly icon?: ReactNode;
  /** What it is found by besides. */
  readonly words?: string | undefined;
  /** The palette stays. */
  readonly stays?: true;
  run(): void;
}

/** Choices under a heading. */
export interface ChoiceGroup {
  readonly title: string;
  readonly choices: readonly Choice[];
}

const kinds: readonly ThingKind[] = sections
  .flatMap((section) => section.things ?? [])
  .sort((one, other) => one.order - other.order);
const pages = sections.flatMap((section) => section.pages);
/** Pages and actions that are shown while something is typed. */
const MAX_LOCAL = 8;

/** Case and accents are left out, as the server does. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** Pages and actions with every word of what was typed; all of them where nothing is. */
export function pageChoices(pathname: string, typed: string): ChoiceGroup {
  const groups = ['app', 'workspace', 'settings', 'account', 'installation'] as const;
  const links = groups
    .flatMap((group) => linksOf(group, pathname))
    .map(({ href, label, words, icon }): Choice => {
      const id = `page${href.replace(/\W+/g, '-')}`;
      return { id, label: label(), words, icon, run: () => navigate(href) };
    });
  const actions = allowedActions().map(({ id, label, run }): Choice => ({ id: `action-${id}`, label: label(), run }));
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const title = studioTexts().pagesAndActions;
  if (words.length === 0) return { title, choices: [...actions, ...links] };
  const found = [...actions, ...links].filter(({ label, words: besides = '' }) => {
    const text = plain(`${label} ${besides}`);
    return words.every((word) => text.includes(word));
  });
  const rank = ({ label }: Choice) => {
    const text = plain(label);
    return text.startsWith(words[0] ?? '') ? 0 : words.every((word) => text.includes(word)) ? 1 : 2;
  };
  return { title, choices: found.toSorted((one, other) => rank(one) - rank(other)).slice(0, MAX_LOCAL) };
}

/** What was gone to lately. */
export function recentChoices(): ChoiceGroup {
  return { title: studioTexts().recent, choices: recentThings().map((thing) => thingChoice(thing, 'recent')) };
}

/** What the server has found, by kinds; `more` shows all of one. */
export function thingChoices(found: readonly FoundKind[], more: (kind: string) => void): readonly ChoiceGroup[] {
  const t = studioTexts();
  const placeOf = (kind: string) => kinds.findIndex((each) => each.kind === kind);
  return found
    .toSorted((one, other) => placeOf(one.kind) - placeOf(other.kind))
    .map(({ kind, items, has_more: hasMore }) => {
      const title = kindOf(kind)?.label() ?? kind;
      const choices = items.map((item) => thingChoice({ ...item, kind }, 'found'));
      const rest: Choice = { id: `more-${kind}`, label: t.moreOf(title), stays: true, run: () => more(kind) };
      return { title, choices: hasMore && items.length < 50 ? [...choices, rest] : choices };
    });
}

const kindOf = (kind: string) => kinds.find((each) => each.kind === kind);

function thingChoice(thing: Thing, prefix: string): Choice {
  const { kind, id, name, about, path } = thing;
  return {
    ...{ id: `${prefix}-${kind}-${id.replace(/\W+/g, '-')}`, label: name, about },
    icon: kindOf(kind)?.icon,
    run() {
      rememberThing(thing);
      go(path);
    },
  };
}

/** A page of the studio is shown in its frame, another one is loaded; never one of another server. */
function go(path: string): void {
  const { origin, pathname, href } = new URL(path, location.origin);
  if (origin !== location.origin) return;
  if (matchPage(pages, pathname) === null) location.assign(href);
  else navigate(path);
}
