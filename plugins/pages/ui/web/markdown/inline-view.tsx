import type { Tokens } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';
import { decodeEntities } from './entities.ts';
import { FootnoteMark } from './footnotes.tsx';
import { LinkView, PictureView } from './link-view.tsx';
import { Formula } from './math.tsx';
import { type TagToken, withTags } from './tag-pairs.ts';
import type { MarkdownToken } from './tokens.ts';

/** Deeper than people nest; what lies deeper is shown as it was written. */
export const DEEPEST = 16;

/** Parts of a line, one after another. `isOpen`: the line may go on, and tags in it find their end. */
export function inline(tokens: readonly MarkdownToken[] | undefined, isOpen = false, depth = 0): ReactNode {
  if (tokens === undefined) return null;
  return drawn(withTags(tokens, isOpen), isOpen, depth);
}

function drawn(tokens: readonly MarkdownToken[], isOpen: boolean, depth: number): ReactNode {
  const last = tokens.length - 1;
  return createElement(Fragment, null, ...tokens.map((token, at) => inlineToken(token, isOpen && at === last, depth)));
}

/** What was written, with the tags that stand for elements. */
function rawOf(token: MarkdownToken): string {
  if (token.type !== 'tag') return token.raw;
  const { raw, tokens } = token as TagToken;
  return `${raw}${tokens.map(rawOf).join('')}${raw.replace('<', '</')}`;
}

function inlineToken(token: MarkdownToken, isOpen: boolean, depth: number): ReactNode {
  if (depth > DEEPEST) return rawOf(token);
  const inside = (tokens: readonly MarkdownToken[] | undefined) => inline(tokens, isOpen, depth + 1);
  switch (token.type) {
    case 'tag': {
      const { element, tokens } = token as TagToken;
      return createElement(element, null, drawn(tokens, isOpen, depth + 1));
    }
    case 'footnoteMark':
      return <FootnoteMark label={(token as Tokens.Generic).label} />;
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
      // Without an end; `withTags` has those with one.
      return /^<br\s*\/?>$/i.test(token.raw) ? <br /> : token.raw;
    default:
      return token.raw;
  }
}
