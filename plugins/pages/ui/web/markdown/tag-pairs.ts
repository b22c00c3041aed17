import type { Tokens } from 'marked';
import type { MarkdownToken } from './tokens.ts';

/** Tags that stand for elements of ours, without attributes. All others, and these with attributes, are text. */
const TAGS = {
  ...{ b: 'strong', strong: 'strong', i: 'em', em: 'em', u: 'u', s: 'del', del: 'del', ins: 'ins' },
  ...{ mark: 'mark', small: 'small', sub: 'sub', sup: 'sup', kbd: 'kbd', q: 'q' },
} as const;

export type TagElement = (typeof TAGS)[keyof typeof TAGS];

/** What stands between a tag and its end. */
export interface TagToken extends Tokens.Generic {
  readonly type: 'tag';
  readonly element: TagElement;
  readonly tokens: MarkdownToken[];
}

/** Deeper than people nest; tags in deeper ones are text. */
const MAX_NESTED = 8;
const tag = /^<(\/?)([a-z]{1,6})>$/i;

/** A line of nothing but such a tag: of a text, not of a page. */
export const tagLine = new RegExp(
  `^ {0,3}</?(?:${[...Object.keys(TAGS), 'br'].join('|')})[ \\t]*/?>[ \\t]*(?:\\n|$)`,
  'i',
);

interface Open {
  readonly name: string;
  readonly raw: string;
  readonly tokens: MarkdownToken[];
}

/**
 * The tokens of a line with what tags enclose as one token each. Tags without an end are text, but for those of a text that
 * grows (`isOpen`): their end is on its way.
 */
export function withTags(tokens: readonly MarkdownToken[], isOpen: boolean): readonly MarkdownToken[] {
  if (!tokens.some(({ type, raw }) => type === 'html' && tag.test(raw))) return tokens;
  const stack: Open[] = [{ name: '', raw: '', tokens: [] }];
  const top = () => stack.at(-1) as Open;
  for (const token of tokens) {
    const found = token.type === 'html' ? tag.exec(token.raw) : null;
    const name = found?.[2]?.toLowerCase() ?? '';
    if (found === null || !Object.hasOwn(TAGS, name)) top().tokens.push(token);
    else if (found[1] === '' && stack.length <= MAX_NESTED) stack.push({ name, raw: token.raw, tokens: [] });
    else if (found[1] !== '' && stack.some((open) => open.name === name)) {
      while (top().name !== name) leave(stack, false);
      leave(stack, true);
    } else top().tokens.push(token);
  }
  while (stack.length > 1) leave(stack, isOpen);
  return top().tokens;
}

/** Ends the innermost tag: as an element, or as the text that it is. */
function leave(stack: Open[], isElement: boolean): void {
  const { name, raw, tokens } = stack.pop() as Open;
  const outer = (stack.at(-1) as Open).tokens;
  if (isElement) outer.push({ type: 'tag', raw, element: TAGS[name as keyof typeof TAGS], tokens });
  else {
    outer.push({ type: 'text', raw, text: raw, escaped: true });
    // One by one: there may be more than a call takes.
    for (const token of tokens) outer.push(token);
  }
}

/** A tag of ours that has only begun, at the end of a text that grows. */
export const begunTag = new RegExp(`</?(?:${prefixesOf([...Object.keys(TAGS), 'br', 'details', 'summary'])})?$`, 'i');

function prefixesOf(names: readonly string[]): string {
  const all = names.flatMap((name) => Array.from(name, (_, at) => name.slice(0, at + 1)));
  return [...new Set(all)].join('|');
}
