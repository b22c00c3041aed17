import type { VariableGroup } from '#plugins/drafts/web/graph/variables.ts';
import type { CodeLanguage } from '#plugins/ui/web/code-editor/contract.ts';
import type { FieldFrame } from '#plugins/ui/web/contract.ts';

/**
 * How a text names variables: `{{#node.name#}}` (nodes of a graph), `{{name}}` (inputs of an app without one), or as
 * Jinja does, where what completion writes is `{{ name }}`.
 */
export type PromptForm = 'selectors' | 'names' | 'jinja2';

interface EditorProps extends FieldFrame {
  readonly label: string;
  readonly value: string;
  /** Ids of elements that tell more of the field, besides its own hint. */
  readonly describedBy?: string | undefined;
  readonly placeholder?: string | undefined;
  /** Lines it has room for at least; with 1, Enter makes no new line. */
  readonly rows?: number;
  readonly readOnly?: boolean;
  onChange(value: string): void;
}

/** A text with variables: `PromptInput` of `prompt-input.tsx`. Needs no panel around it. */
export interface PromptInputProps extends EditorProps {
  /** What may be named. A selector is `[node, …names]`; with `names` and `jinja2` its last part is written. */
  readonly variables: readonly VariableGroup[];
  /** `selectors` unless said. */
  readonly form?: PromptForm;
  /** Placeholders that have a meaning here only, without braces: `#context#`. */
  readonly special?: readonly string[] | undefined;
  /** What is typed here is a secret: marks of the document stand for what was. */
  readonly isSecret?: boolean | undefined;
  /** What a variable was in the last run; undefined: not known. Called when completions are shown. */
  lastOf?(selector: readonly string[]): unknown;
}

/** Source code, or data as text: `CodeInput` of `code-input.tsx`. Needs no panel around it. */
export interface CodeInputProps extends EditorProps {
  /** `python3`, `javascript`, `json`, `yaml`, `jinja2`; others are shown without colours. */
  readonly language: CodeLanguage | (string & {});
  /** Names the code may use, offered while typing. */
  readonly inputs?: readonly { readonly name: string; readonly type: string }[];
}
