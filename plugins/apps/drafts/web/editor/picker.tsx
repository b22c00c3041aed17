import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { Dialog, useOnChange } from '#plugins/ui/web/contract.ts';
import styles from './picker.module.css';

export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly about?: string | undefined;
  readonly icon?: ReactNode;
}

export interface ChoiceGroup {
  readonly title: string;
  readonly choices: readonly Choice[];
}

export interface PickerProps {
  readonly title: string;
  readonly groups: readonly ChoiceGroup[];
  readonly empty: string;
  readonly above?: ReactNode;
  onPick(id: string): void;
  onClose(): void;
}

const MAX_SHOWN = 300;

/** One of many: type to find it, arrows to go to it, Enter to take it. */
export function Picker({ title, groups, empty, above, onPick, onClose }: PickerProps) {
  const t = buildTexts();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const words = typed.trim().toLowerCase();
  const found = groups
    .map((group) => ({
      ...group,
      choices: group.choices.filter(({ label, about = '' }) =>
        `${label} ${about} ${group.title}`.toLowerCase().includes(words),
      ),
    }))
    .filter(({ choices }) => choices.length > 0);
  const flat = found.flatMap(({ choices }) => choices).slice(0, MAX_SHOWN);
  const current = flat[Math.min(at, flat.length - 1)];
  const indexes = new Map(flat.map((choice, index) => [choice, index]));
  useEffect(() => field.current?.focus(), []);
  useOnChange(`${at} ${typed}`, () => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && flat.length > 0)
      setAt((before) => (Math.min(before, flat.length - 1) + step + flat.length) % flat.length);
    if (event.key === 'Enter' && current !== undefined) onPick(current.id);
    if (step !== 0 || event.key === 'Enter') event.preventDefault();
  };
  return (
    <Dialog open title={title} onClose={onClose}>
      {above}
      <input
        ref={field}
        className={styles.field}
        type="text"
        dir="auto"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={current === undefined ? undefined : `${id}-${indexes.get(current)}`}
        aria-label={t.find}
        placeholder={t.find}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={id} role="listbox" aria-label={title} className={styles.list}>
        {found.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of a listbox, which no element is.
          <div key={group.title} role="group" aria-label={group.title}>
            <div className={styles.group} aria-hidden="true" dir="auto">
              {group.title}
            </div>
            {group.choices
              .filter((choice) => indexes.has(choice))
              .map((choice) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: keys are taken by the field, which keeps the focus.
                <div
                  key={choice.id}
                  id={`${id}-${indexes.get(choice)}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={choice === current}
                  className={styles.choice}
                  onClick={() => onPick(choice.id)}
                >
                  {choice.icon}
                  <span className={styles.words}>
                    <span dir="auto">{choice.label}</span>
                    {choice.about !== undefined && choice.about !== '' && (
                      <span className={styles.about} dir="auto">
                        {choice.about}
                      </span>
                    )}
                  </span>
                </div>
              ))}
          </div>
        ))}
      </div>
      {flat.length === 0 && <p className={styles.empty}>{empty}</p>}
    </Dialog>
  );
}
