import {
  Combobox,
  ComboboxGroup,
  ComboboxGroupLabel,
  ComboboxItem,
  ComboboxList,
  ComboboxProvider,
} from '@ariakit/react';
import { useEffect, useState } from 'react';
import { errorText } from '#plugins/studio/web/parts/query-boundary.tsx';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import styles from './picker.module.css';
import { recentOf } from './recent.ts';
import type { PickerItem, PickerSource } from './source.ts';
import { useFound } from './use-found.ts';

export interface PickerListProps {
  /** Name of the field, for screen readers. */
  readonly label: string;
  readonly source: PickerSource;
  /** What is chosen now. */
  readonly value: string;
  /** Where what was picked lately is kept. */
  readonly place: string;
  /** First entry, which takes the choice back; absent: something must be chosen. */
  readonly none?: string | undefined;
  /** Said where there is nothing to pick. */
  readonly nothing?: string | undefined;
  onPick(item: PickerItem | null): void;
}

/** What opens under the field of a picker: a search and what it finds, by keys as by mouse. */
export function PickerList({ label, source, value, place, none, nothing, onPick }: PickerListProps) {
  const t = studioTexts();
  const [search, setSearch] = useState('');
  const { items, next, isLoading, error, more, search: foundOf } = useFound(source, search);
  const [isTaken, take] = useState(false);
  const isCurrent = foundOf === search;
  // Enter that comes before what was typed is found takes the first of it, and not what was there before.
  useEffect(() => {
    if (!isTaken || !isCurrent) return;
    take(false);
    const first = items.find(({ whyNot }) => whyNot === undefined);
    if (first !== undefined) onPick(first);
  }, [isTaken, isCurrent, items, onPick]);
  const isSearching = search.trim() !== '';
  const recent = isSearching || items.length < 8 ? [] : recentOf(place, items, next === null);
  const groups = groupsOf(items, recent.length > 0 ? t.allOfThem : undefined);
  const told = () => {
    if (error !== undefined) return errorText(error);
    if (isLoading) return t.loading;
    if (items.length > 0) return '';
    return isSearching ? t.nothingFound : (nothing ?? t.nothingFound);
  };
  return (
    <ComboboxProvider open value={search} setValue={setSearch} focusLoop includesBaseElement={false}>
      <Combobox
        autoSelect="always"
        // Enter changes nothing that one has not gone to: what is chosen is where one begins.
        getAutoSelectId={(entries) =>
          isSearching ? undefined : entries.find(({ element }) => element?.ariaSelected === 'true')?.id
        }
        autoFocus
        aria-label={label}
        placeholder={t.search}
        className={styles.search}
        dir="auto"
        // Before the kit gives the key to the entry that is active.
        onKeyDownCapture={(event) => {
          if (event.key !== 'Enter') return take(false);
          if (isCurrent) return;
          event.preventDefault();
          take(true);
        }}
      />
      <ComboboxList alwaysVisible aria-label={label} aria-busy={isLoading} className={styles.list}>
        {none !== undefined && !isSearching && (
          <Entry item={{ id: '', label: none }} isChosen={value === ''} onPick={() => onPick(null)} />
        )}
        {recent.length > 0 && <Group title={t.recent} items={recent} value={value} prefix="recent" onPick={onPick} />}
        {groups.map(([title, own]) => (
          <Group key={title ?? ''} title={title} items={own} value={value} onPick={onPick} />
        ))}
        {(next !== null || error !== undefined) && (
          <ComboboxItem
            value=" more"
            className={styles.more}
            setValueOnClick={false}
            hideOnClick={false}
            onClick={more}
          >
            {error === undefined ? t.showMore : t.tryAgain}
          </ComboboxItem>
        )}
      </ComboboxList>
      <Told text={told()} />
    </ComboboxProvider>
  );
}

/** Told below, to screen readers too. */
function Told({ text }: { readonly text: string }) {
  // What is there from the beginning is not read out: it comes a moment later.
  const [told, setTold] = useState('');
  useEffect(() => setTold(text), [text]);
  return (
    <p role="status" className={styles.told}>
      {told}
    </p>
  );
}

interface GroupProps {
  readonly title: string | undefined;
  readonly items: readonly PickerItem[];
  readonly value: string;
  readonly prefix?: string;
  onPick(item: PickerItem): void;
}

function Group({ title, items, value, prefix = '', onPick }: GroupProps) {
  const entries = items.map((item) => (
    <Entry key={prefix + item.id} item={item} isChosen={item.id === value} onPick={() => onPick(item)} />
  ));
  if (title === undefined) return entries;
  return (
    <ComboboxGroup>
      <ComboboxGroupLabel className={styles.groupLabel}>{title}</ComboboxGroupLabel>
      {entries}
    </ComboboxGroup>
  );
}

function Entry({ item, isChosen, onPick }: { readonly item: PickerItem; readonly isChosen: boolean; onPick(): void }) {
  const { label, detail, icon, whyNot } = item;
  return (
    <ComboboxItem
      value={label}
      className={styles.item}
      aria-selected={isChosen}
      setValueOnClick={false}
      hideOnClick={false}
      focusOnHover
      disabled={whyNot !== undefined}
      accessibleWhenDisabled
      onClick={whyNot === undefined ? onPick : undefined}
    >
      {icon}
      <span className={styles.name} dir="auto">
        {label}
      </span>
      {(whyNot ?? detail) !== undefined && <span className={styles.detail}>{whyNot ?? detail}</span>}
    </ComboboxItem>
  );
}

function groupsOf(items: readonly PickerItem[], rest: string | undefined): [string | undefined, PickerItem[]][] {
  const groups = new Map<string | undefined, PickerItem[]>();
  for (const item of items) {
    const title = item.group ?? rest;
    groups.set(title, [...(groups.get(title) ?? []), item]);
  }
  return [...groups];
}
