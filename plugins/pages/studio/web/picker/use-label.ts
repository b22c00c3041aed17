import { useEffect, useState } from 'react';
import type { PickerItem, PickerSource } from './source.ts';

/** The label of what is chosen: of what was picked here, or asked of the source for an id from elsewhere. */
export function useLabel(source: PickerSource, value: string, picked: PickerItem | null): string {
  const [found, setFound] = useState<PickerItem | null>(null);
  const known = source.known?.(value) ?? [picked, found].find((item) => item?.id === value);
  const isKnown = value === '' || known !== undefined;
  useEffect(() => {
    if (isKnown || source.get === undefined) return;
    const leaving = new AbortController();
    source.get(value, leaving.signal).then(
      (item) => leaving.signal.aborted || setFound(item ?? { id: value, label: value }),
      // What could not be asked stays open: the id is kept, and nothing is claimed of it.
      () => undefined,
    );
    return () => leaving.abort();
  }, [isKnown, value, source]);
  return known?.full ?? known?.label ?? (source.get === undefined ? value : '…');
}
