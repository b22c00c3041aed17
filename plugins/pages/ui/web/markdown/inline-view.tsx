import type { Tokens } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';
import { decodeEntities } from './entities.ts';
import type { MarkdownToken } from './lex-blocks.ts';
import { LinkView, PictureView } from './link-view.tsx';
import { Formula } from './math.tsx';

/** Deeper than people nest; what lies deeper is shown as it was written. */
export const DEEPEST = 16;

/** Parts of a line, one after another. */
export function inline(tokens: readonly MarkdownToken[] | undefined, depth = 0): ReactNode {
  if (tokens === undefined) return null;
  return createElement(Fragment, null, ...tokens.map((token) => inlineToken(token, depth)));
}

function inlineToken(token: MarkdownToken, depth: number): ReactNode {
  if (depth > DEEPEST) return token.raw;
  const inside = (tokens: readonly MarkdownToken[] | undefined) => inline(tokens, depth + 1);
  switch (token.type) {
    case 'strong':
      return <strong>{inside((token as Tokens.Strong).tokens)}</strong>;
    case 'em':
      return <em>{inside((token as Tokens.Em).tokens)}</em>;
    case 'del':
      return <del>{inside((token as Tokens.Del).tokens)}</del>;
    case 'codespan':
      return <code dir="ltr">{(token as Tokens.Codespan).text}</code>;
    case 'br':
      return <br />;
    case 'link': {
      const { href, tokens, text } = token as Tokens.Link;
      return (
        <LinkView href={href} text={text}>
          {inside(tokens)}
        </LinkView>
      );
    }
    case 'image': {
      const { href, text } = token as Tokens.Image;
      return <PictureView href={href} text={decodeEntities(text)} />;
    }
    case 'inlineMath':
      return <Formula source={(token as Tokens.Generic).text} />;
    case 'text': {
      const { tokens, text } = token as Tokens.Text;
      return tokens === undefined ? decodeEntities(text) : inside(tokens);
    }
    case 'escape':
      return (token as Tokens.Escape).text;
    case 'checkbox':
      return null;
    case 'html':
      // The one piece of markup that models write in tables for want of another; it can do nothing.
      return /^<br\s*\/?>$/i.test(token.raw) ? <br /> : token.raw;
    default:
      return token.raw;
  }
}
