import { type ReactNode, useRef, useState } from 'react';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { IconButton } from '#plugins/ui/web/contract.ts';
import { Cross } from '#plugins/ui/web/icons.tsx';
import styles from './picker.module.css';
import { Picker } from './picker.tsx';
import type { PickerSource } from './source.ts';
import { useLabel } from './use-label.ts';

export interface PickedManyProps {
  /** Name of the whole. */
  readonly label: string;
  readonly hint?: ReactNode;
  /** Name of the field that adds one. */
  readonly addLabel: string;
  readonly source: PickerSource;
  /** Ids, in the order in which they were picked. */
  readonly value: readonly string[];
  /** Said where there is nothing to pick. */
  readonly nothing?: string;
  /** What stands for an id that the source does not know any more. */
  goneLabel?(id: string): string;
  onChange(value: readonly string[]): void;
}

/** Several of many things: those that were picked, each of which can be taken out, and a picker that adds one. */
export function PickedMany({ label, hint, addLabel, source, value, nothing, goneLabel, onChange }: PickedManyProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  return (
    <fieldset ref={group} className={styles.many}>
      <legend className={styles.legend}>{label}</legend>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {value.length > 0 && (
        <ul className={styles.picked}>
          {value.map((id) => (
            <Picked
              key={id}
              id={id}
              source={source}
              goneLabel={goneLabel}
              onRemove={() => {
                onChange(value.filter((each) => each !== id));
                // The button that had the focus is gone.
                group.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
              }}
            />
          ))}
        </ul>
      )}
      <Adding
        label={addLabel}
        source={source}
        nothing={nothing}
        onAdd={(id) => !value.includes(id) && onChange([...value, id])}
      />
    </fieldset>
  );
}

function Picked({
  id,
  source,
  goneLabel,
  onRemove,
}: {
  readonly id: string;
  readonly source: PickerSource;
  readonly goneLabel: PickedManyProps['goneLabel'];
  onRemove(): void;
}) {
  const t = studioTexts();
  const found = useLabel(source, id, null);
  const label = found === id && goneLabel !== undefined ? goneLabel(id) : found;
  return (
    <li>
      <span className={styles.name} dir="auto">
        {label}
      </span>
      <IconButton small label={t.takeOut(label)} onClick={onRemove}>
        <Cross />
      </IconButton>
    </li>
  );
}

/** It is empty again as soon as something was picked. */
function Adding({
  label,
  source,
  nothing,
  onAdd,
}: {
  readonly label: string;
  readonly source: PickerSource;
  readonly nothing: string | undefined;
  onAdd(id: string): void;
}) {
  const [value, setValue] = useState('');
  return (
    <Picker
      label={label}
      labelHidden
      source={source}
      required={false}
      empty={label}
      hasNone={false}
      value={value}
      {...(nothing !== undefined && { nothing })}
      onChange={(id) => {
        setValue('');
        if (id !== '') onAdd(id);
      }}
    />
  );
}
