import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { errorText } from '#plugins/studio/web/parts/query-boundary.tsx';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { useLatest, useOnChange } from '#plugins/ui/web/contract.ts';
import styles from './palette.module.css';
import type { KeyTaker } from './palette.tsx';
import { type Choice, pageChoices, recentChoices, thingChoices } from './palette-choices.ts';
import { useThings } from './use-things.ts';

interface PaletteListProps {
  readonly id: string;
  readonly pathname: string;
  readonly typed: string;
  /** Enter came before anything was found: the first of it is taken. */
  readonly isTaken: boolean;
  take(isTaken: boolean): void;
  readonly keys: RefObject<KeyTaker>;
  onActive(id: string | undefined): void;
  onClose(): void;
}

/** What was found, by groups; what was gone to lately first. Arrows choose, Enter goes. */
export function PaletteList({ id, pathname, typed, isTaken, take, keys, onActive, onClose }: PaletteListProps) {
  const t = studioTexts();
  const [kind, setKind] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  useOnChange(typed, () => {
    setKind(null);
    setAt(0);
  });
  const { kinds, error, isCurrent } = useThings(typed, kind);
  const isAsked = typed.trim() !== '';
  const groups = useMemo(() => {
    const local = kind === null ? [pageChoices(pathname, typed)] : [];
    const all = isAsked ? [...local, ...thingChoices(kinds, setKind)] : [recentChoices(), ...local];
    return all.filter(({ choices }) => choices.length > 0);
  }, [pathname, typed, kind, kinds, isAsked]);
  const found = groups.flatMap(({ choices }) => choices);
  const current = found[Math.min(at, found.length - 1)];
  const list = useRef<HTMLDivElement>(null);
  const currentId = current && `${id}-${current.id}`;
  useEffect(() => {
    onActive(currentId);
    if (currentId !== undefined) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
  }, [currentId, onActive]);

  const choose = useLatest((choice: Choice) => {
    if (choice.stays === undefined) onClose();
    setAt(0);
    choice.run();
  });
  // What was found of other words is still there, and is not meant.
  const isMeant = isCurrent || (current !== undefined && !/^(?:found|more)-/.test(current.id));
  const isReady = isTaken && isMeant;
  useEffect(() => {
    if (!isReady) return;
    take(false);
    if (current !== undefined) choose.current(current);
  }, [isReady, current, take]);

  const onKey = useLatest<KeyTaker>((event) => {
    // Keys of an input method choose its characters.
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 && event.key !== 'Enter') return;
    event.preventDefault();
    if (step !== 0) {
      setAt((before) => (Math.min(before, found.length - 1) + step + found.length) % Math.max(1, found.length));
    } else if (!isMeant) take(true);
    else if (current !== undefined) choose.current(current);
  });
  useEffect(() => {
    keys.current = (event) => onKey.current(event);
  }, [keys]);

  return (
    <>
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
                {...{ id: `${id}-${choice.id}`, choice, isChosen: choice === current }}
                onChoose={() => choose.current(choice)}
              />
            ))}
          </div>
        ))}
      </div>
    </>
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
