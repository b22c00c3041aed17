import type { PickerItem } from '#plugins/studio/web/contract.tsx';

/** As long as the name of a tag may be. */
export const MAX_TAG = 50;

interface Found {
  /** What is searched for. */
  readonly name: string;
  readonly tags: readonly { readonly name: string; readonly apps: number }[];
  /** Whether there are no others. */
  readonly isAll: boolean;
}

/** Tags that were found, by their names; and what was searched for, as a new one, where none has that name. */
export function tagItems({ name, tags, isAll }: Found, aboutNew?: string): readonly PickerItem[] {
  const items = tags.map((tag): PickerItem => ({ id: tag.name, label: tag.name, detail: String(tag.apps) }));
  const isNew = isAll && name !== '' && name.length <= MAX_TAG && !tags.some((tag) => tag.name === name);
  return isNew && aboutNew !== undefined ? [...items, { id: name, label: name, detail: aboutNew }] : items;
}
