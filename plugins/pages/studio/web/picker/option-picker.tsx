import { useMemo } from 'react';
import { Picker, type PickerProps } from './picker.tsx';
import { localSource, type PickerItem } from './source.ts';

export interface OptionPickerProps extends Omit<PickerProps, 'source'> {
  /** Tells kinds of things apart, for what was picked lately. */
  readonly kind: string;
  /** All there are. */
  readonly options: readonly Omit<PickerItem, 'icon'>[];
}

/** A field that picks one of things that are all here. */
export function OptionPicker({ kind, options, ...field }: OptionPickerProps) {
  // The same things are the same list, however often they are counted up.
  const key = JSON.stringify(options);
  const source = useMemo(() => localSource(kind, JSON.parse(key) as readonly PickerItem[]), [kind, key]);
  return <Picker {...field} source={source} />;
}
