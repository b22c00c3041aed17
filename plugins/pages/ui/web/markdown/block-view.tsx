import type { Tokens } from 'marked';
import { createElement, Fragment, memo, type ReactNode, useState } from 'react';
import { Button } from '#plugins/ui/web/components/button.tsx';
import { withKeys } from '#plugins/ui/web/keys.ts';
import { Alert } from './alert.tsx';
import type { Block } from './block-stream.ts';
import { CodeBlock } from './code-block.tsx';
import { directionOf } from './direction.ts';
import { Footnote } from './footnotes.tsx';
import { DEEPEST, inline } from './inline-view.tsx';
import styles from './markdown.module.css';
import { Formula } from './math.tsx';
import { markdownTexts } from './texts/en.ts';
import type { AlertToken, DefinitionsToken, DetailsToken, FootnoteToken, MarkdownToken } from './tokens.ts';

/** Rows of a table that are drawn before somebody asks for the rest. */
const FIRST_ROWS = 200;

export interface BlockViewProps {
  readonly block: Block;
  /** The text may go on in it. */
  readonly isOpen: boolean;
  /** Depth of the first heading of the text, which stands next below those of the page. */
  readonly topHeading?: number;
}

/** A block of a text; drawn again when it is another one, which texts that grow have at their end only. */
export const BlockView = memo(
  function BlockView({ block: { token }, isOpen, topHeading = 1 }: BlockViewProps) {
    return <>{blockElement(token, { isOpen, depth: 0, isRtl: directionOf(token) === 'rtl', topHeading })}</>;
  },
  (one, other) => one.isOpen === other.isOpen && one.block === other.block && one.topHeading === other.topHeading,
);

interface Place {
  readonly isOpen: boolean;
  readonly depth: number;
  /** The block that it is in, as a whole, is read from right to left. */
  readonly isRtl: boolean;
  /** Of the first heading of the text. */
  readonly topHeading: number;
}

/** Blocks of blocks have one direction, that of most of their letters; what is in them follows it. */
const sideOf = ({ depth, isRtl }: Place) => (depth > 0 ? undefined : isRtl ? 'rtl' : 'ltr');

function blockElement(token: MarkdownToken, place: Place): ReactNode {
  if (place.depth > DEEPEST) return <p>{token.raw}</p>;
  const { isOpen } = place;
  switch (token.type) {
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading;
      // Below the headings of the page.
      return createElement(
        `h${Math.min(Math.max(depth - place.topHeading, 0) + 3, 6)}`,
        { dir: 'auto', className: styles[`h${depth}`] },
        inline(tokens, isOpen),
      );
    }
    case 'paragraph':
      return <p dir="auto">{inline((token as Tokens.Paragraph).tokens, isOpen)}</p>;
    case 'code': {
      const { text, lang } = token as Tokens.Code;
      return <CodeBlock text={text} language={lang ?? ''} isOpen={isOpen} />;
    }
    case 'math':
      return <Formula source={(token as Tokens.Generic).text} isBlock />;
    case 'blockquote':
      return <blockquote dir={sideOf(place)}>{blocks((token as Tokens.Blockquote).tokens, place)}</blockquote>;
    case 'alert': {
      const { kind, tokens } = token as AlertToken;
      return (
        <Alert kind={kind} dir={sideOf(place)}>
          {blocks(tokens, place)}
        </Alert>
      );
    }
    case 'footnote': {
      const { label, tokens } = token as FootnoteToken;
      return (
        <Footnote label={label} dir={sideOf(place)}>
          {blocks(tokens, place)}
        </Footnote>
      );
    }
    case 'details':
      return <Details token={token as DetailsToken} place={place} />;
    case 'definitions':
      return definitions(token as DefinitionsToken, place);
    case 'hr':
      return <hr />;
    case 'list':
      return list(token as Tokens.List, place);
    case 'table':
      return <Table token={token as Tokens.Table} place={place} />;
    case 'text': {
      const { tokens } = token as Tokens.Text;
      const line = inline(tokens ?? [token], isOpen);
      // Its own words in their own order, its place that of the block.
      return place.isRtl ? <bdi dir={directionOf(token) ?? 'auto'}>{line}</bdi> : line;
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

function blocks(tokens: readonly MarkdownToken[], { isOpen, depth, ...place }: Place): ReactNode {
  const last = tokens.length - 1;
  return createElement(
    Fragment,
    null,
    ...tokens.map((token, index) =>
      blockElement(token, { isOpen: isOpen && index === last, depth: depth + 1, ...place }),
    ),
  );
}

/** Folded until somebody looks; where its end is missing, what follows it is in it, and shown. */
function Details({ token, place }: { readonly token: DetailsToken; readonly place: Place }) {
  const t = markdownTexts();
  const { isUnfolded, isEnded, summary, tokens } = token;
  return (
    <details
      className={styles.details}
      dir={sideOf(place)}
      open={isUnfolded || (!isEnded && !place.isOpen) || undefined}
    >
      <summary>{summary.length === 0 ? t.details : inline(summary, place.isOpen && tokens.length === 0)}</summary>
      {blocks(tokens, place)}
    </details>
  );
}

function definitions({ parts }: DefinitionsToken, place: Place): ReactNode {
  const last = parts.length - 1;
  return (
    <dl dir={sideOf(place)}>
      {withKeys(parts).map(({ key, item: { isTerm, tokens }, at }) => {
        const inPlace = { ...place, isOpen: place.isOpen && at === last };
        return isTerm ? <dt key={key}>{inline(tokens)}</dt> : <dd key={key}>{blocks(tokens, inPlace)}</dd>;
      })}
    </dl>
  );
}

function list(token: Tokens.List, place: Place): ReactNode {
  const last = token.items.length - 1;
  const items = withKeys(token.items).map(({ key, item, at }) => (
    <Item key={key} raw={item.raw} item={item} {...place} isOpen={place.isOpen && at === last} />
  ));
  const dir = sideOf(place);
  if (!token.ordered) return <ul dir={dir}>{items}</ul>;
  return (
    <ol dir={dir} start={token.start === '' || token.start === 1 ? undefined : token.start}>
      {items}
    </ol>
  );
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
      <li className={item.task ? styles.task : undefined}>
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
  (one, other) =>
    one.raw === other.raw &&
    one.isOpen === other.isOpen &&
    one.isRtl === other.isRtl &&
    one.item.loose === other.item.loose,
);

interface TableProps {
  readonly token: Tokens.Table;
  readonly place: Place;
}

function Table({ token: { header, rows, align }, place }: TableProps) {
  const t = markdownTexts();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS);
  const sides = align.map((side) => (side === null ? undefined : styles[side]));
  return (
    <div className={styles.table}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      {/* biome-ignore lint/a11y/useSemanticElements: it holds no fields. */}
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={t.table}>
        <table dir={sideOf(place)}>
          <thead>
            <tr>
              {withKeys(header).map(({ key, item, at }) =>
                item.tokens.length === 0 ? (
                  <td key={key} />
                ) : (
                  <th key={key} scope="col" className={sides[at]}>
                    <bdi dir={sideOfCell(item)}>{inline(item.tokens)}</bdi>
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

const sideOfCell = ({ text }: Tokens.TableCell) => directionOf({ raw: text }) ?? 'auto';

interface RowProps {
  readonly cells: readonly Tokens.TableCell[];
  readonly sides: readonly (string | undefined)[];
}

const Row = memo(
  function Row({ cells, sides }: RowProps) {
    return (
      <tr>
        {withKeys(cells).map(({ key, item, at }) => (
          <td key={key} className={sides[at]}>
            <bdi dir={sideOfCell(item)}>{inline(item.tokens)}</bdi>
          </td>
        ))}
      </tr>
    );
  },
  (one, other) =>
    one.cells.length === other.cells.length && one.cells.every(({ text }, index) => text === other.cells[index]?.text),
);
