/** Languages that are shown in colours. */
export type CodeLanguage = 'javascript' | 'python3' | 'json' | 'yaml' | 'jinja2';

/** A stretch of the text, by offsets of UTF-16 units. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** A placeholder that is shown as its name, and is one step of the caret. */
export interface Chip extends TextRange {
  readonly label: string;
  /** Told on hover, and to screen readers. */
  readonly about: string;
  /** What it names is there. */
  readonly isKnown: boolean;
}

/** One of the things that may be written at the caret. */
export interface Offer {
  /** What is searched and shown. */
  readonly label: string;
  /** What is written in place of what was typed. */
  readonly insert: string;
  readonly type?: string;
  /** The heading it stands below. */
  readonly group?: string;
  /** A line on what it is; shown beside. */
  readonly about?: string;
}

/** What may be written at the caret; `from`, `to`: what it replaces; `typed`: where the words to search for begin. */
export interface Offers extends TextRange {
  readonly typed: number;
  readonly offers: readonly Offer[];
}

/** What is asked while somebody types: both are pure, and quick. */
export interface TextHelp {
  /** Placeholders in a part of the text, in order. */
  chips?(text: string): readonly Chip[];
  /** `isAsked`: by Ctrl+Space. Null: nothing may be written there. */
  offers?(text: string, at: number, isAsked: boolean): Offers | null;
}

/** What the editor is opened with, and what may change later. */
export interface EditorOptions {
  readonly language: CodeLanguage | null;
  /** What it is, to screen readers. */
  readonly label: string;
  readonly describedBy: string | undefined;
  readonly isWrong: boolean;
  readonly placeholder: string;
  /** Line numbers, brackets, Tab indents; else a text. */
  readonly isCode: boolean;
  readonly isLine: boolean;
  readonly readOnly: boolean;
  readonly help: TextHelp;
}
