import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { allowedActions } from '#plugins/studio/web/sections/allowed-actions.ts';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { Dialog, navigate } from '#plugins/ui/web/contract.ts';
import { linksOf } from './links.ts';
import styles from './palette.module.css';

interface Choice {
  readonly id: string;
  readonly label: string;
  readonly words?: string | undefined;
  run(): void;
}

/** Every page and action by a part of its name; arrows choose, Enter goes. */
export function Palette({ pathname, onClose }: { readonly pathname: string; onClose(): void }) {
  const t = studioTexts();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const all = useMemo(() => choices(pathname), [pathname]);
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter(({ label, words: besides = '' }) =>
    words.every((word) => `${label} ${besides}`.toLowerCase().includes(word)),
  );
  const current = found[Math.min(at, found.length - 1)];

  function choose(choice: Choice | undefined): void {
    if (choice === undefined) return;
    onClose();
    choice.run();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt((before) => (Math.min(before, found.length - 1) + step + found.length) % Math.max(1, found.length));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      choose(current);
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
        dir="auto"
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      {found.length === 0 && <p className={styles.none}>{t.nothingFound}</p>}
      <div className={styles.list} role="listbox" id={id} aria-label={t.search}>
        {found.slice(0, 50).map((choice) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
          <div
            key={choice.id}
            id={`${id}-${choice.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={choice === current}
            className={styles.choice}
            onClick={() => choose(choice)}
          >
            <span dir="auto">{choice.label}</span>
          </div>
        ))}
      </div>
    </Dialog>
  );
}

function choices(pathname: string): readonly Choice[] {
  const groups = ['app', 'workspace', 'settings', 'account', 'installation'] as const;
  const links = groups
    .flatMap((group) => linksOf(group, pathname))
    .map(({ href, label, words }) => ({
      ...{ id: href.replace(/\W+/g, '-'), label: label(), words },
      run: () => navigate(href),
    }));
  const actions = allowedActions().map(({ id, label, run }) => ({ id, label: label(), run }));
  return [...actions, ...links];
}
