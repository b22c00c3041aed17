import { memo, useRef } from 'react';
import { classes } from '#plugins/ui/web/classes.ts';
import { BlockStream } from './block-stream.ts';
import { BlockView } from './block-view.tsx';
import { isBlank } from './lex-blocks.ts';
import styles from './markdown.module.css';
import type { MarkdownProps } from './markdown.tsx';

/** Reads and draws a text: what is finished is neither read nor drawn again while it grows. */
export const Formatted = memo(function Formatted({ text, isGrowing = false, className }: MarkdownProps) {
  const stream = useRef<BlockStream>(null);
  stream.current ??= new BlockStream();
  const all = isGrowing ? stream.current.push(text) : stream.current.finish(text);
  const blocks = all.filter(({ token }) => !isBlank(token));
  return (
    <div className={classes(styles.markdown, isGrowing && styles.isGrowing, className)} dir="auto">
      {blocks.map((block, index) => (
        <BlockView key={block.key} block={block} isOpen={isGrowing && index === blocks.length - 1} />
      ))}
    </div>
  );
});
