import { PromptInput } from '#plugins/drafts/web/fields/prompt-input.tsx';
import type { PromptInputProps } from '#plugins/drafts/web/fields/prompt-props.ts';

/** A text that names inputs as `{{name}}`. */
export function PromptField(props: Omit<PromptInputProps, 'form'>) {
  return <PromptInput {...props} form="names" />;
}
