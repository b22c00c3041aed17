import type { Tokens } from 'marked';
import { createElement, Fragment, memo, type ReactNode, useState } from 'react';
import { Button } from '#plugins/ui/web/components/button.tsx';
import { withKeys } from '#plugins/ui/web/keys.ts';
import type { Block } from './block-stream.ts';
import { CodeBlock } from './code-block.tsx';
import { DEEPEST, inline } from './inline-view.tsx';
import type { MarkdownToken } from './lex-blocks.ts';
import styles from './markdown.module.css';
import { Formula } from './math.tsx';
import { markdownTexts } from './texts/en.ts';

/** Rows of a table that are drawn before somebody asks for the rest. */
const FIRST_ROWS = 200;

export interface BlockViewProps {
  readonly block: Block;
  /** The text may go on in it. */
  readonly isOpen: boolean;
}

/** A block of a text; drawn again when it is another one, which texts that grow have at their end only. */
export const BlockView = memo(
  function BlockView({ block: { token }, isOpen }: BlockViewProps) {
    return <>{blockElement(token, { isOpen, depth: 0 })}</>;
  },
  (one, other) => one.isOpen === other.isOpen && one.block === other.block,
);

interface Place {
  readonly isOpen: boolean;
  readonly depth: number;
}

function blockElement(token: MarkdownToken, place: Place): ReactNode {
  if (place.depth > DEEPEST) return <p>{token.raw}</p>;
  switch (token.type) {
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading;
      // Below the headings of the page.
      return createElement(
        `h${Math.min(depth + 2, 6)}`,
        { dir: 'auto', className: styles[`h${depth}`] },
        inline(tokens),
      );
    }
    case 'paragraph':
      return <p dir="auto">{inline((token as Tokens.Paragraph).tokens)}</p>;
    case 'code': {
      const { text, lang } = token as Tokens.Code;
      return <CodeBlock text={text} language={lang ?? ''} isOpen={place.isOpen} />;
    }
    case 'math':
      return <Formula source={(token as Tokens.Generic).text} isBlock />;
    case 'blockquote':
      return <blockquote dir="auto">{blocks((token as Tokens.Blockquote).tokens, place)}</blockquote>;
    case 'hr':
      return <hr />;
    case 'list':
      return list(token as Tokens.List, place);
    case 'table':
      return <Table token={token as Tokens.Table} />;
    case 'text': {
      const { tokens } = token as Tokens.Text;
      return tokens === undefined ? inline([token]) : inline(tokens);
    }
    case 'html':
      return (
        <p dir="auto" className={styles.markup}>
          {token.raw.trimEnd()}
        </p>
      );
    case 'space':
    case 'def':
    case 'checkbox':
      return null;
    default:
      return inline([token]);
  }
}

function blocks(tokens: readonly MarkdownToken[], { isOpen, depth }: Place): ReactNode {
  const last = tokens.length - 1;
  return createElement(
    Fragment,
    null,
    ...tokens.map((token, index) => blockElement(token, { isOpen: isOpen && index === last, depth: depth + 1 })),
  );
}

function list(token: Tokens.List, place: Place): ReactNode {
  const last = token.items.length - 1;
  const items = withKeys(token.items).map(({ key, item, at }) => (
    <Item key={key} raw={item.raw} item={item} isOpen={place.isOpen && at === last} depth={place.depth} />
  ));
  if (!token.ordered) return <ul>{items}</ul>;
  return <ol start={token.start === '' || token.start === 1 ? undefined : token.start}>{items}</ol>;
}

interface ItemProps extends Place {
  readonly raw: string;
  readonly item: Tokens.ListItem;
}

/** Lists are long, and one block: items that are finished are not drawn again either. */
const Item = memo(
  function Item({ item, ...place }: ItemProps) {
    const t = markdownTexts();
    return (
      <li dir="auto" className={item.task ? styles.task : undefined}>
        {item.task && (
          <input
            type="checkbox"
            checked={item.checked === true}
            disabled
            aria-label={item.checked ? t.done : t.notDone}
          />
        )}
        {blocks(item.tokens, place)}
      </li>
    );
  },
  (one, other) => one.raw === other.raw && one.isOpen === other.isOpen && one.item.loose === other.item.loose,
);

function Table({ token: { header, rows, align } }: { readonly token: Tokens.Table }) {
  const t = markdownTexts();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS);
  const sides = align.map((side) => (side === null ? undefined : styles[side]));
  return (
    <div className={styles.table}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      {/* biome-ignore lint/a11y/useSemanticElements: it holds no fields. */}
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={t.table}>
        <table>
          <thead>
            <tr>
              {withKeys(header).map(({ key, item: { tokens }, at }) =>
                tokens.length === 0 ? (
                  <td key={key} />
                ) : (
                  <th key={key} scope="col" dir="auto" className={sides[at]}>
                    {inline(tokens)}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {withKeys(shown).map(({ key, item }) => (
              <Row key={key} cells={item} sides={sides} />
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < rows.length && (
        <Button small variant="quiet" onClick={() => setWhole(true)}>
          {t.allRows(rows.length)}
        </Button>
      )}
    </div>
  );
}

interface RowProps {
  readonly cells: readonly Tokens.TableCell[];
  readonly sides: readonly (string | undefined)[];
}

const Row = memo(
  function Row({ cells, sides }: RowProps) {
    return (
      <tr>
        {withKeys(cells).map(({ key, item: { tokens }, at }) => (
          <td key={key} dir="auto" className={sides[at]}>
            {inline(tokens)}
          </td>
        ))}
      </tr>
    );
  },
  (one, other) =>
    one.cells.length === other.cells.length && one.cells.every(({ text }, index) => text === other.cells[index]?.text),
);
