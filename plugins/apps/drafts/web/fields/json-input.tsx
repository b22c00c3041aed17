import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { CodeInput } from './code-input.tsx';
import { useTyped } from './use-typed.ts';

/** A value as JSON: what can be read is taken as it is typed, what can't be yet is said. */
export function JsonInput({
  label,
  hint,
  value,
  rows = 8,
  onChange,
  onWrong,
}: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: unknown;
  readonly rows?: number;
  onChange(value: unknown): void;
  /** What is typed can't be read, or can be again. */
  onWrong?(isWrong: boolean): void;
}) {
  const t = buildTexts();
  const written = jsonOf(value);
  const { typed, setTyped } = useTyped(written);
  return (
    <CodeInput
      label={label}
      {...(hint !== undefined && { hint })}
      language="json"
      rows={rows}
      wrong={readJson(typed) === null ? t.noJson : undefined}
      value={typed}
      onChange={(next) => {
        const read = readJson(next);
        setTyped(next, read === null ? null : jsonOf(read.value));
        onWrong?.(read === null);
        if (read !== null) onChange(read.value);
      }}
    />
  );
}

function jsonOf(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}

/** Null: it is no JSON. Nothing at all is no value. */
function readJson(text: string): { readonly value: unknown } | null {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}
