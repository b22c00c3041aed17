import { classes } from '#plugins/ui/web/classes.ts';
import { lazyModule } from '#plugins/ui/web/lazy-module.ts';
import styles from './plain.module.css';

export interface MarkdownProps {
  readonly text: string;
  /** More of the text is on its way. */
  readonly isGrowing?: boolean;
  readonly className?: string | undefined;
}

const reader = lazyModule(() => import('./formatted.tsx'));

/** Whatever may be Markdown: its characters, addresses, more than one line. */
const maybeMarkdown = /[*_`#[\]<>|~$\\&!@\n]|^\s*(?:[-+]|\d+[.)])\s|https?:|www\./;

/**
 * A text in Markdown. While it grows, what is finished is neither read nor drawn again, and unfinished syntax looks as it
 * will when it is closed. What reads it comes with the first text that isn't plain.
 */
export function Markdown(props: MarkdownProps) {
  const { text, isGrowing = false, className } = props;
  const isPlain = !isGrowing && !maybeMarkdown.test(text);
  const module = reader.use(!isPlain);
  if (module !== null) return <module.Formatted {...props} />;
  return (
    <div className={classes(styles.plain, className)} dir="auto">
      {isPlain ? <p dir="auto">{text}</p> : text}
    </div>
  );
}

/** Fetches what reads Markdown ahead of the first text. */
export function fetchMarkdown(): void {
  reader.fetch();
}
