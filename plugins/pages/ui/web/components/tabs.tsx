import type { KeyboardEvent, ReactNode } from 'react';
import { useId } from 'react';
import { useChosenInView } from '#plugins/ui/web/hooks.ts';
import styles from './tabs.module.css';

export interface TabsProps<Name extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly name: Name; readonly label: ReactNode }[];
  readonly value: Name;
  onChange(name: Name): void;
  /** What the chosen tab shows. */
  readonly children: ReactNode;
  readonly panelClass?: string | undefined;
}

/** Arrows go from tab to tab and show what they come to. */
export function Tabs<Name extends string>({ label, tabs, value, onChange, children, panelClass }: TabsProps<Name>) {
  const id = useId();
  const row = useChosenInView<HTMLDivElement>(value, tabs.length);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight';
    const step = event.key === forward ? 1 : /^Arrow(Left|Right)$/.test(event.key) ? -1 : 0;
    if (step === 0) return;
    const at = tabs.findIndex(({ name }) => name === value);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    onChange(next.name);
    event.currentTarget.querySelector<HTMLElement>(`[data-name="${next.name}"]`)?.focus();
  }

  return (
    <>
      <div ref={row} role="tablist" aria-label={label} className={styles.tabs} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            data-name={tab.name}
            aria-selected={tab.name === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === value ? 0 : -1}
            className={styles.tab}
            onClick={() => onChange(tab.name)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className={panelClass}>
        {children}
      </div>
    </>
  );
}
