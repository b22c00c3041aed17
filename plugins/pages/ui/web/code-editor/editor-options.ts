/** Languages that are shown in colours. */
export type CodeLanguage = 'javascript' | 'python3' | 'json' | 'yaml' | 'jinja2';

/** A placeholder that is shown as its name, and is one step of the caret. Offsets are UTF-16 units of the text. */
export interface Chip {
  readonly from: number;
  readonly to: number;
  readonly label: string;
  /** Told on hover, and to screen readers after the label. */
  readonly about: string;
  /** What it names is there. */
  readonly isKnown: boolean;
}

/** One of the things that may be written at the caret. */
export interface Offer {
  /** What is shown. */
  readonly label: string;
  /** What is written in place of what was typed. */
  readonly insert: string;
  readonly type?: string;
  /** The heading it stands below; what is typed is searched in it, too. */
  readonly group?: string;
  /** A few words more, such as its last value. */
  readonly about?: string;
}

/** What may be written at the caret. */
export interface Offers {
  /** What is replaced. */
  readonly from: number;
  readonly to: number;
  /** Where the words to search for begin: at `from`, or behind a sign that asks for offers. */
  readonly typed: number;
  readonly offers: readonly Offer[];
}

/** What is asked while somebody types: pure, and quick. */
export interface TextHelp {
  /** Placeholders in whole lines of the text, in order. */
  chips?(text: string): readonly Chip[];
  /** `isAsked`: by Ctrl+Space. Null: nothing is offered there. */
  offers?(text: string, at: number, isAsked: boolean): Offers | null;
}

/** What an editor is opened with, and what may change later. */
export interface EditorOptions {
  readonly id: string;
  readonly language: string;
  /** What it is, to screen readers. */
  readonly label: string;
  readonly describedBy: string | undefined;
  readonly isWrong: boolean;
  readonly placeholder: string;
  /** Line numbers, brackets, Tab indents; else a text. */
  readonly isCode: boolean;
  /** Lines it has room for at least; with 1, Enter makes no new line. */
  readonly rows: number;
  readonly readOnly: boolean;
  /** What surrounds it takes changes back; else it does so itself. */
  readonly isUndoneOutside: boolean;
  readonly help: TextHelp;
  /** What the editor itself says, by its English words. */
  readonly phrases: Readonly<Record<string, string>>;
}
