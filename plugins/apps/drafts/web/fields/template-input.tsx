import { useContext } from 'react';
import { EditorContext } from '#plugins/drafts/web/editor/editor-state.ts';
import type { VariableGroup } from '#plugins/drafts/web/graph/variables.ts';
import { usePanel } from './field-props.ts';
import { lastOf } from './last-values.ts';
import { PromptInput } from './prompt-input.tsx';

export interface TemplateInputProps {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly hint?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly rows?: number;
  readonly value: string;
  /** Placeholders that have a meaning here only. */
  readonly special?: readonly string[] | undefined;
  readonly isSecret?: boolean | undefined;
  /** Names in place of placeholders: Jinja. */
  readonly isJinja?: boolean;
  /** The names that Jinja knows. */
  readonly names?: readonly VariableGroup[] | undefined;
  onChange(value: string): void;
}

const none: readonly VariableGroup[] = [];

/** A text with placeholders, in the panel of a node: it may name what the node sees. */
export function TemplateInput({ hint, isJinja = false, names = none, ...props }: TemplateInputProps) {
  const { before } = usePanel();
  const runs = useContext(EditorContext)?.runs;
  return (
    <PromptInput
      {...props}
      {...(hint !== undefined && { hint })}
      variables={isJinja ? names : before}
      form={isJinja ? 'jinja2' : 'selectors'}
      lastOf={lastOf(runs)}
    />
  );
}
