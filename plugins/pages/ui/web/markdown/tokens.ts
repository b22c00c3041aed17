import type { Token, Tokens } from 'marked';

export interface MathToken {
  readonly type: 'math' | 'inlineMath';
  readonly raw: string;
  readonly text: string;
}

/** What a text is made of, as the parser tells. */
export type MarkdownToken = Token | MathToken;

export type AlertKind = 'note' | 'tip' | 'important' | 'warning' | 'caution';

/** `> [!NOTE]`, and what is quoted below it. */
export interface AlertToken extends Tokens.Generic {
  readonly type: 'alert';
  readonly kind: AlertKind;
  readonly tokens: MarkdownToken[];
}

/** `[^1]: text` */
export interface FootnoteToken extends Tokens.Generic {
  readonly type: 'footnote';
  readonly label: string;
  readonly tokens: MarkdownToken[];
}

/** `<details>`, to its end or to that of the text. */
export interface DetailsToken extends Tokens.Generic {
  readonly type: 'details';
  readonly isUnfolded: boolean;
  /** Its end was written. */
  readonly isEnded: boolean;
  readonly summary: MarkdownToken[];
  readonly tokens: MarkdownToken[];
}

/** A line, and lines that begin with a colon below it. */
export interface DefinitionsToken extends Tokens.Generic {
  readonly type: 'definitions';
  readonly parts: readonly { readonly isTerm: boolean; readonly tokens: MarkdownToken[] }[];
}
