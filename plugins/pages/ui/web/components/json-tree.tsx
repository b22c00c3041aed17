import { useState } from 'react';
import { uiTexts } from '#plugins/ui/web/texts/en.ts';
import { pageLanguage } from '#plugins/ui/web/texts-of.ts';
import { Button } from './button.tsx';
import css from './json-tree.module.css';

/** A value as a tree whose branches are drawn when they are opened. The first two levels are open, if they are small. */
export function JsonTree({ value }: { readonly value: unknown }) {
  return (
    <div className={css.tree} dir="ltr">
      <Branch value={value} depth={0} />
    </div>
  );
}

interface BranchProps {
  readonly name?: string;
  readonly value: unknown;
  readonly depth: number;
}

const PAGE = 100;
const OPEN_ENTRIES = 30;

function Branch({ name, value, depth }: BranchProps) {
  const isBranch = typeof value === 'object' && value !== null;
  const entries = isBranch ? Object.entries(value) : [];
  const [isOpen, setOpen] = useState(depth < 2 && entries.length <= OPEN_ENTRIES);
  const label =
    name === undefined ? null : (
      <>
        <span className={css.key}>{name}</span>
        <span className={css.sign}>: </span>
      </>
    );
  if (!isBranch || entries.length === 0) {
    return (
      <div className={css.leaf}>
        {label}
        <Leaf value={value} />
      </div>
    );
  }
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={css.branch}>
        {label}
        <span className={css.sign}>
          {Array.isArray(value) ? `[ ${number(entries.length)} ]` : `{ ${number(entries.length)} }`}
        </span>
      </summary>
      {isOpen && <Entries entries={entries} depth={depth + 1} />}
    </details>
  );
}

function Entries({ entries, depth }: { readonly entries: readonly [string, unknown][]; readonly depth: number }) {
  const [shown, setShown] = useState(PAGE);
  const t = uiTexts();
  const rest = entries.length - shown;
  return (
    <div className={css.inside}>
      {entries.slice(0, shown).map(([key, value]) => (
        <Branch key={key} name={key} value={value} depth={depth} />
      ))}
      {rest > 0 && (
        <Button small variant="quiet" onClick={() => setShown(shown + PAGE * 10)}>
          {t.showMore(number(Math.min(rest, PAGE * 10)))}
        </Button>
      )}
    </div>
  );
}

function Leaf({ value }: { readonly value: unknown }) {
  if (typeof value === 'string') {
    return (
      <span className={css.text} dir="auto">
        {value === '' ? '""' : value}
      </span>
    );
  }
  if (typeof value === 'object' && value !== null) {
    return <span className={css.sign}>{Array.isArray(value) ? '[ ]' : '{ }'}</span>;
  }
  return <span className={css.word}>{String(value)}</span>;
}

function number(value: number): string {
  return new Intl.NumberFormat(pageLanguage()).format(value);
}
