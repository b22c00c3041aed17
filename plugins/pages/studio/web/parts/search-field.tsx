import { useEffect, useRef, useState } from 'react';
import { useOnChange } from '#plugins/ui/web/contract.ts';
import { Search } from '#plugins/ui/web/icons.tsx';
import styles from './search-field.module.css';

const PAUSE_MS = 250;

/** Filters a list as one types; `/` goes there. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
}) {
  const [typed, setTyped] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setTyped(value), [value]);
  useOnChange(typed, () => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.key !== '/' || /^(input|textarea|select)$/i.test(target.tagName) || target.isContentEditable) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <label className={styles.search}>
      <Search />
      <span className="said">{label}</span>
      <input
        ref={field}
        type="search"
        dir="auto"
        placeholder={label}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
    </label>
  );
}
