import { type ReactNode, useEffect, useRef, useState } from 'react';
import { studioSession } from '#plugins/studio/web/session/studio-session.ts';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { Field, type FieldFrame, lazyModule, placeBeside } from '#plugins/ui/web/contract.ts';
import { ChevronDown } from '#plugins/ui/web/icons.tsx';
import styles from './picker.module.css';
import { rememberItem } from './recent.ts';
import type { PickerItem, PickerSource } from './source.ts';
import { useLabel } from './use-label.ts';

/** The list and its kit come with the first picker that is opened. */
const listModule = lazyModule(() => import('./picker-list.tsx'));

export interface PickerProps extends Omit<FieldFrame, 'label'> {
  readonly label: string;
  readonly source: PickerSource;
  /** Id of what is chosen; empty: nothing. */
  readonly value: string;
  /** What stands there while nothing is chosen, and is the first entry of the list unless `required`. */
  readonly empty?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  /** Whether `empty` is an entry of the list; default: unless `required`. */
  readonly hasNone?: boolean;
  /** Said where there is nothing to pick. */
  readonly nothing?: string;
  /** Name under which a form sends the id. */
  readonly name?: string;
  onChange(value: string, item: PickerItem | null): void;
}

/** A field that picks one of many things: search, pages, what was picked lately, by keys, mouse and touch. */
export function Picker({
  source,
  value,
  empty,
  required = false,
  hasNone = !required,
  disabled,
  nothing,
  name,
  onChange,
  ...frame
}: PickerProps) {
  const t = studioTexts();
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState<PickerItem | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const shown = useLabel(source, value, picked);
  const placeholder = empty ?? t.choose;
  const place = `${studioSession().workspace?.id ?? ''}-${source.kind}`;

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const pick = (item: PickerItem | null) => {
    if (item !== null) rememberItem(place, item);
    setPicked(item);
    onChange(item?.id ?? '', item);
    close();
  };
  return (
    <Field {...frame}>
      {(control) => (
        <div className={styles.picker}>
          <button
            {...control}
            ref={button}
            type="button"
            className={styles.field}
            disabled={disabled}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            // The name of the field and what is chosen, as a native select would say it.
            aria-label={`${frame.label}: ${value === '' ? placeholder : shown}`}
            onPointerEnter={() => listModule.fetch()}
            onFocus={() => listModule.fetch()}
            onClick={() => setOpen(true)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
              event.preventDefault();
              setOpen(true);
            }}
          >
            <span className={value === '' ? styles.placeholder : styles.name} dir="auto">
              {value === '' ? placeholder : shown}
            </span>
            <ChevronDown />
          </button>
          {(name !== undefined || required) && (
            // What a form sends, and what its check for empty fields finds: the browser says so at this place.
            <input
              className="said"
              aria-hidden="true"
              tabIndex={-1}
              name={name}
              required={required}
              value={value}
              onChange={() => undefined}
              onFocus={() => button.current?.focus()}
            />
          )}
          {isOpen && (
            <Popup label={frame.label} button={button} onClose={close}>
              {(List) => (
                <List
                  label={frame.label}
                  source={source}
                  value={value}
                  place={place}
                  none={hasNone ? placeholder : undefined}
                  nothing={nothing}
                  onPick={pick}
                />
              )}
            </Popup>
          )}
        </div>
      )}
    </Field>
  );
}

type ListComponent = typeof import('./picker-list.tsx').PickerList;

/** Floats below the field, over dialogs too; a press elsewhere and Escape close it. */
function Popup({
  label,
  button,
  children,
  onClose,
}: {
  readonly label: string;
  readonly button: { readonly current: HTMLElement | null };
  children(List: ListComponent): ReactNode;
  onClose(): void;
}) {
  const popup = useRef<HTMLDivElement>(null);
  const list = listModule.use();
  useEffect(() => {
    const floating = popup.current;
    if (floating === null || list === null) return;
    floating.style.setProperty('min-inline-size', `${button.current?.offsetWidth ?? 0}px`);
    if (!floating.matches(':popover-open')) floating.showPopover();
    // On a phone it is a sheet at the foot, which the style sheet places.
    if (matchMedia('(max-width: 480px)').matches) return;
    // It grows with what is found.
    const observer = new ResizeObserver(() => placeBeside(floating, button.current));
    observer.observe(floating);
    return () => observer.disconnect();
  }, [list, button]);
  return (
    <div
      ref={popup}
      popover="auto"
      role="dialog"
      aria-label={label}
      className={styles.popup}
      onToggle={(event) => event.newState === 'closed' && onClose()}
      // Keys of the list are not those of the dialog or the page around it.
      onKeyDown={(event) => {
        if (event.key === 'Tab') popup.current?.hidePopover();
        event.stopPropagation();
      }}
    >
      {list !== null && children(list.PickerList)}
    </div>
  );
}
