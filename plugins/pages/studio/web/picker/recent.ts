import { readStored, writeStored } from '#plugins/ui/web/contract.ts';
import type { PickerItem } from './source.ts';

const KEPT = 5;
type Kept = Pick<PickerItem, 'id' | 'label'>;

/** What was picked lately of a kind in a workspace, in this browser: the last first. */
export function recentItems(place: string): readonly Kept[] {
  const kept: unknown = readStored(keyOf(place));
  return Array.isArray(kept) ? kept.filter(isKept).slice(0, KEPT) : [];
}

/** Keeps what was picked, before what was picked earlier. */
export function rememberItem(place: string, { id, label, full = label }: PickerItem): void {
  const others = recentItems(place).filter((each) => each.id !== id);
  writeStored(keyOf(place), [{ id, label: full }, ...others].slice(0, KEPT));
}

/** Those picked lately that are still there, where that is known. */
export function recentOf(place: string, items: readonly PickerItem[], isAll: boolean): readonly PickerItem[] {
  return recentItems(place).flatMap((kept) => {
    const known = items.find(({ id }) => id === kept.id);
    if (known === undefined) return isAll ? [] : [kept];
    if (known.whyNot !== undefined) return [];
    return [{ ...known, label: known.full ?? known.label }];
  });
}

function keyOf(place: string): string {
  return `weft-recent-${place}`;
}

function isKept(value: unknown): value is Kept {
  const { id, label } = (value ?? {}) as Partial<Kept>;
  return typeof id === 'string' && typeof label === 'string';
}
