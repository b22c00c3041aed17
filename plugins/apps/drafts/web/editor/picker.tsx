import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { Point } from '#plugins/drafts/web/graph/places.ts';
import { type Findable, ranked } from '#plugins/drafts/web/graph/rank.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { useOnChange } from '#plugins/ui/web/contract.ts';
import { Floating } from './floating.tsx';
import styles from './picker.module.css';

export interface Choice extends Findable {
  readonly id: string;
  /** Said beside the label: a kind. */
  readonly detail?: string | undefined;
  readonly icon?: ReactNode;
}

export interface ChoiceGroup {
  readonly title: string;
  readonly choices: readonly Choice[];
}

export interface PickerProps {
  readonly title: string;
  readonly near: Point;
  readonly groups: readonly ChoiceGroup[];
  readonly empty: string;
  readonly above?: ReactNode;
  onPick(id: string): void;
  onClose(): void;
}

const MAX_SHOWN = 300;

/** One of many, at a place in the window: type to find it, arrows to go to it, Enter to take it. */
export function Picker({ title, near, groups, empty, above, onPick, onClose }: PickerProps) {
  const t = buildTexts();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const found = foundIn(groups, typed, title);
  const flat = found.flatMap(({ choices }) => choices);
  const current = Math.min(at, flat.length - 1);
  useOnChange(`${at} ${typed}`, () => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const chosen = flat[current];
    if (step !== 0 && flat.length > 0) setAt((current + step + flat.length) % flat.length);
    if (event.key === 'Enter' && chosen !== undefined) onPick(chosen.id);
    if (step !== 0 || event.key === 'Enter') event.preventDefault();
  };
  let index = 0;
  return (
    <Floating label={title} near={near} className={styles.picker} onClose={onClose}>
      {above}
      <input
        className={styles.field}
        type="text"
        dir="auto"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={flat.length === 0 ? undefined : `${id}-${current}`}
        aria-label={title}
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
            {typed === '' && (
              <div className={styles.group} aria-hidden="true" dir="auto">
                {group.title}
              </div>
            )}
            {group.choices.map((choice) => {
              const own = index++;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: keys are taken by the field, which keeps the focus.
                <div
                  key={choice.id}
                  id={`${id}-${own}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={own === current}
                  className={styles.choice}
                  onClick={() => onPick(choice.id)}
                >
                  {choice.icon}
                  <span className={styles.name} dir="auto">
                    {choice.label}
                  </span>
                  {choice.detail !== undefined && choice.detail !== choice.label && (
                    <span className={styles.detail} dir="auto">
                      {choice.detail}
                    </span>
                  )}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p className={styles.about} dir="auto">
        {flat.length === 0 ? empty : (flat[current]?.about ?? '')}
      </p>
    </Floating>
  );
}

/** Groups as they stand; where something is typed, what is meant by it in one list, the likeliest first. */
function foundIn(groups: readonly ChoiceGroup[], typed: string, title: string): readonly ChoiceGroup[] {
  const shown = groups.filter(({ choices }) => choices.length > 0);
  if (typed.trim() === '') return shown;
  const all = new Map(shown.flatMap(({ choices }) => choices.map((choice) => [choice.id, choice])));
  const choices = ranked([...all.values()], typed).slice(0, MAX_SHOWN);
  return choices.length === 0 ? [] : [{ title, choices }];
}
