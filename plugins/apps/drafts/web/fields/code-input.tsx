import { useMemo } from 'react';
import { CodeEditor } from '#plugins/ui/web/code-editor/contract.ts';
import { codeHelp } from './prompt-help.ts';
import type { CodeInputProps } from './prompt-props.ts';

const none: NonNullable<CodeInputProps['inputs']> = [];

/** Source code, or data as text, in colours; the names of its inputs are offered. */
export function CodeInput({ inputs = none, rows = 12, ...props }: CodeInputProps) {
  // They are read anew with each change of a document.
  const key = JSON.stringify(inputs.map(({ name, type }) => ({ name, type })));
  const help = useMemo(() => codeHelp(JSON.parse(key) as typeof none), [key]);
  return <CodeEditor {...props} isCode isUndoneOutside rows={rows} help={help} />;
}
