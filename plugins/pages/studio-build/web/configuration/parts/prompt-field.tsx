import type { PromptInputProps } from '#plugins/studio-build/web/fields/prompt-props.ts';
import { TextArea } from '#plugins/ui/web/contract.ts';

/** A text that names inputs as `{{name}}`. */
export function PromptField({
  label,
  hint,
  rows = 6,
  value,
  onChange,
}: Pick<PromptInputProps, 'label' | 'hint' | 'rows' | 'value' | 'variables' | 'special' | 'onChange'>) {
  return (
    <TextArea
      label={label}
      {...(hint !== undefined && { hint })}
      rows={rows}
      value={value}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}
