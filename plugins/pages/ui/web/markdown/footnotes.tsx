import { createContext, type ReactNode, useContext } from 'react';
import { IconButton } from '#plugins/ui/web/components/button.tsx';
import { Undo } from '#plugins/ui/web/icons.tsx';
import styles from './markdown.module.css';
import { markdownTexts } from './texts/en.ts';

/** Footnotes of one text. */
export interface NoteScope {
  /** Those that are there. */
  readonly labels: ReadonlySet<string>;
  /** The mark that somebody came from. */
  readonly from: { current: HTMLElement | null };
}

export const NotesContext = createContext<NoteScope>({ labels: new Set(), from: { current: null } });

/** A mark in the text; leads to its note where there is one. */
export function FootnoteMark({ label }: { readonly label: string }) {
  const t = markdownTexts();
  const { labels, from } = useContext(NotesContext);
  if (!labels.has(label)) return <sup>{label}</sup>;
  const go = (mark: HTMLElement) => {
    // Compared, not put into a selector: labels are what a model wrote.
    const notes = mark.closest('[data-notes]')?.querySelectorAll<HTMLElement>('[data-note]') ?? [];
    from.current = mark;
    [...notes].find(({ dataset }) => dataset.note === label)?.focus();
  };
  return (
    <sup>
      <button
        type="button"
        className={styles.mark}
        aria-label={t.footnote(label)}
        onClick={(event) => go(event.currentTarget)}
      >
        {label}
      </button>
    </sup>
  );
}

interface FootnoteProps {
  readonly label: string;
  readonly dir: 'rtl' | 'ltr' | undefined;
  readonly children: ReactNode;
}

/** A note, where it was written; leads back to where one came from. */
export function Footnote({ label, dir, children }: FootnoteProps) {
  const t = markdownTexts();
  const { from } = useContext(NotesContext);
  return (
    <div
      role="doc-footnote"
      aria-label={t.footnote(label)}
      data-note={label}
      tabIndex={-1}
      dir={dir}
      className={styles.footnote}
    >
      <span>{label}</span>
      <div>{children}</div>
      <IconButton small label={t.backToText} onClick={() => from.current?.focus()}>
        <Undo width="14" height="14" />
      </IconButton>
    </div>
  );
}
