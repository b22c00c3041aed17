import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { errorText } from '#plugins/studio/web/parts/query-boundary.tsx';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { Dialog } from '#plugins/ui/web/contract.ts';
import styles from './palette.module.css';
import { type Choice, pageChoices, recentChoices, thingChoices } from './palette-choices.ts';
import { useThings } from './use-things.ts';

/** Things, pages and actions by a part of their names; what was gone to lately first. Arrows choose, Enter goes. */
export function Palette({ pathname, onClose }: { readonly pathname: string; onClose(): void }) {
  const t = studioTexts();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [kind, setKind] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const [isTaken, take] = useState(false);
  const { kinds, error, isCurrent } = useThings(typed, kind);
  const isAsked = typed.trim() !== '';
  const groups = useMemo(() => {
    const local = kind === null ? [pageChoices(pathname, typed)] : [];
    const all = isAsked ? [...local, ...thingChoices(kinds, setKind)] : [recentChoices(), ...local];
    return all.filter(({ choices }) => choices.length > 0);
  }, [pathname, typed, kind, kinds, isAsked]);
  const found = groups.flatMap(({ choices }) => choices);
  const current = found[Math.min(at, found.length - 1)];

  function choose(choice: Choice | undefined): void {
    if (choice === undefined) return;
    if (choice.stays === undefined) onClose();
    setAt(0);
    choice.run();
  }
  // Enter that comes before anything is found takes the first of it.
  const isReady = isCurrent && isTaken;
  const chosen = useRef(choose);
  chosen.current = choose;
  useEffect(() => {
    if (!isReady) return;
    take(false);
    chosen.current(current);
  }, [isReady, current]);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (current !== undefined)
      list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  function onKeyDown(event: KeyboardEvent): void {
    // Keys of an input method choose its characters.
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt((before) => (Math.min(before, found.length - 1) + step + found.length) % Math.max(1, found.length));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (current === undefined) take(!isCurrent);
      else choose(current);
    }
  }

  return (
    <Dialog open title={t.search} onClose={onClose} shape="wide">
      <input
        className={styles.field}
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={current && `${id}-${current.id}`}
        aria-label={t.searchHint}
        placeholder={t.searchHint}
        autoFocus
        autoComplete="off"
        dir="auto"
        maxLength={100}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setKind(null);
          take(false);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Told text={toldOf(found.length, isCurrent, error)} isShown={isCurrent && found.length === 0} />
      <div className={styles.list} role="listbox" id={id} aria-label={t.search} aria-busy={!isCurrent} ref={list}>
        {groups.map(({ title, choices }) => (
          // biome-ignore lint/a11y/useSemanticElements: groups of a listbox are no fieldsets.
          <div key={title} role="group" aria-label={title}>
            <div className={styles.title} aria-hidden="true">
              {title}
            </div>
            {choices.map((choice) => (
              <Entry
                key={choice.id}
                {...{ id: `${id}-${choice.id}`, choice, isChosen: choice === current, onChoose: () => choose(choice) }}
              />
            ))}
          </div>
        ))}
      </div>
    </Dialog>
  );
}

function toldOf(count: number, isCurrent: boolean, error: unknown): string {
  const t = studioTexts();
  if (error !== undefined) return errorText(error);
  if (!isCurrent) return t.loading;
  return count === 0 ? t.nothingFound : t.found(count);
}

/** Told to screen readers once the typing pauses; shown where there is nothing else. */
function Told({ text, isShown }: { readonly text: string; readonly isShown: boolean }) {
  const [told, setTold] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setTold(text), 300);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p role="status" className={isShown ? styles.none : 'said'}>
      {isShown ? text : told}
    </p>
  );
}

interface EntryProps {
  readonly id: string;
  readonly choice: Choice;
  readonly isChosen: boolean;
  onChoose(): void;
}

function Entry({ id, choice: { label, about, icon }, isChosen, onChoose }: EntryProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
    <div id={id} role="option" tabIndex={-1} aria-selected={isChosen} className={styles.choice} onClick={onChoose}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={styles.name} dir="auto">
        {label}
      </span>
      {typeof about === 'string' && (
        <span className={styles.about} dir="auto">
          {about}
        </span>
      )}
    </div>
  );
}
