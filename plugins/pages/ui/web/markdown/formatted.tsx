import type { Tokens } from 'marked';
import { memo, useMemo, useRef } from 'react';
import { classes } from '#plugins/ui/web/classes.ts';
import { BlockStream } from './block-stream.ts';
import { BlockView } from './block-view.tsx';
import { type NoteScope, NotesContext } from './footnotes.tsx';
import { isBlank } from './lex-blocks.ts';
import styles from './markdown.module.css';
import type { MarkdownProps } from './markdown.tsx';
import type { FootnoteToken } from './tokens.ts';

/** Reads and draws a text: what is finished is neither read nor drawn again while it grows. */
export const Formatted = memo(function Formatted({ text, isGrowing = false, className }: MarkdownProps) {
  const stream = useRef<BlockStream>(null);
  stream.current ??= new BlockStream();
  const all = isGrowing ? stream.current.push(text) : stream.current.finish(text);
  const blocks = all.filter(({ token }) => !isBlank(token));
  const heading = blocks.find(({ token }) => token.type === 'heading')?.token;
  const topHeading = heading === undefined ? 1 : (heading as Tokens.Heading).depth;
  const noted = blocks.filter(({ token }) => token.type === 'footnote');
  const labels = noted.map(({ token }) => (token as FootnoteToken).label).join('\n');
  const notes = useMemo<NoteScope>(() => ({ labels: new Set(labels.split('\n')), from: { current: null } }), [labels]);
  return (
    <NotesContext value={notes}>
      <div data-notes="" className={classes(styles.markdown, isGrowing && styles.isGrowing, className)} dir="auto">
        {blocks.map((block, index) => (
          <BlockView
            key={block.key}
            block={block}
            isOpen={isGrowing && index === blocks.length - 1}
            topHeading={topHeading}
          />
        ))}
      </div>
    </NotesContext>
  );
});
