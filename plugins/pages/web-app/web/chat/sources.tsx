import { useId, useRef } from 'react';
import { placeBeside } from '#plugins/ui/web/contract.ts';
import { FileText } from '#plugins/ui/web/icons.tsx';
import { chatTexts } from './texts/en.ts';
import type { Source } from './turn.ts';
import styles from './turn-view.module.css';

/** Where an answer is taken from: each document once, with the passages that were found in it. */
export function Sources({ sources }: { readonly sources: readonly Source[] }) {
  const t = chatTexts();
  if (sources.length === 0) return null;
  const documents = Map.groupBy(sources, ({ document, dataset }) => `${dataset}\n${document}`);
  return (
    <div className={styles.sources}>
      <h3>{t.sources}</h3>
      <ul>
        {[...documents].map(([key, passages]) => (
          <li key={key}>
            <Document passages={passages} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Document({ passages }: { readonly passages: readonly Source[] }) {
  const t = chatTexts();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const name = passages[0]?.document || passages[0]?.dataset || t.sources;
  return (
    <>
      <button ref={button} type="button" className={styles.source} popoverTarget={id}>
        <FileText width="14" height="14" />
        <span className="said">{t.sources}: </span>
        <span className={styles.sourceName} dir="auto">
          {name}
        </span>
        {passages.length > 1 && <span className={styles.count}>{passages.length}</span>}
      </button>
      <div
        id={id}
        popover="auto"
        className={styles.passages}
        onToggle={(event) => event.newState === 'open' && placeBeside(event.currentTarget, button.current)}
      >
        <p className={styles.from}>
          <strong dir="auto">{name}</strong>
          {passages[0]?.dataset !== '' && <span dir="auto">{passages[0]?.dataset}</span>}
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
        {/* biome-ignore lint/a11y/useSemanticElements: it holds no fields. */}
        <div tabIndex={0} role="group" aria-label={t.source(name)} className={styles.texts}>
          {passages.map(({ position, content, score }) => (
            <blockquote key={position} dir="auto">
              {content}
              {score !== null && <footer>{t.score(score.toFixed(2))}</footer>}
            </blockquote>
          ))}
        </div>
      </div>
    </>
  );
}
