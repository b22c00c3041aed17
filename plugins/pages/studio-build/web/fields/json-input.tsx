import { useEffect, useState } from 'react';
import { buildTexts } from '#plugins/studio-build/web/build-texts.ts';
import { CodeInput } from './code-input.tsx';

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
  const written = value === undefined ? '' : JSON.stringify(value, null, 2);
  const [typed, setTyped] = useState(written);
  const [wrong, setWrong] = useState(false);
  const [sent, setSent] = useState(written);
  // Changed by somebody else, or taken back.
  useEffect(() => {
    if (written === sent) return;
    setTyped(written);
    setSent(written);
    setWrong(false);
  }, [written]);
  return (
    <CodeInput
      label={label}
      {...(hint !== undefined && { hint })}
      language="json"
      rows={rows}
      wrong={wrong ? t.noJson : undefined}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        try {
          const read = next.trim() === '' ? undefined : (JSON.parse(next) as unknown);
          setWrong(false);
          setSent(read === undefined ? '' : JSON.stringify(read, null, 2));
          onWrong?.(false);
          onChange(read);
        } catch {
          setWrong(true);
          onWrong?.(true);
        }
      }}
    />
  );
}
