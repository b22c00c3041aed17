import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isMapping, type Mapping } from '#plugins/drafts/web/document/operations.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { Button, IconButton, withKeys } from '#plugins/ui/web/contract.ts';
import { ArrowDown, ArrowUp, Plus, Trash } from '#plugins/ui/web/icons.tsx';
import { focusable, WithItemProblems } from './field-problems.tsx';
import styles from './fields.module.css';
import { list } from './values.ts';

/** Items below each other, that can be moved, removed, and added. */
export function Items({
  label,
  value,
  made,
  addLabel,
  min = 0,
  max = 1_000,
  onChange,
  children,
}: {
  readonly label: string;
  readonly value: unknown;
  /** A new item. */
  readonly made: () => unknown;
  readonly addLabel: string;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  onChange(value: unknown): void;
  readonly children: (item: Mapping, change: (next: unknown) => void, at: number) => ReactNode;
}) {
  const t = buildTexts();
  const items = list(value);
  const group = useRef<HTMLFieldSetElement>(null);
  const [isAdded, setAdded] = useState(false);
  useEffect(() => {
    if (!isAdded) return;
    setAdded(false);
    const bodies = [...(group.current?.querySelectorAll<HTMLElement>(':scope > [data-item] > [data-item-body]') ?? [])];
    bodies.at(-1)?.querySelector<HTMLElement>(focusable)?.focus();
  }, [isAdded]);
  const swapped = (at: number, other: number) => onChange(items.with(at, items[other]).with(other, items[at]));
  return (
    <fieldset className={styles.group} ref={group}>
      <legend className={styles.label}>{label}</legend>
      {withKeys(items, (item) => (isMapping(item) ? item.id : undefined)).map(({ key, item, at }) => (
        <div key={key} className={styles.item} data-item>
          <div className={styles['item-head']}>
            <span>{at + 1}</span>
            <span>
              <IconButton small label={t.up(at + 1)} disabled={at === 0} onClick={() => swapped(at, at - 1)}>
                <ArrowUp />
              </IconButton>
              <IconButton
                small
                label={t.down(at + 1)}
                disabled={at === items.length - 1}
                onClick={() => swapped(at, at + 1)}
              >
                <ArrowDown />
              </IconButton>
              <IconButton
                small
                label={t.removeItem(at + 1)}
                disabled={items.length <= min}
                onClick={() => onChange(items.toSpliced(at, 1))}
              >
                <Trash />
              </IconButton>
            </span>
          </div>
          <div data-item-body className={styles['item-body']}>
            <WithItemProblems index={at}>
              {children(isMapping(item) ? item : {}, (next) => onChange(items.with(at, next)), at)}
            </WithItemProblems>
          </div>
        </div>
      ))}
      {items.length < max && (
        <div>
          <Button
            small
            onClick={() => {
              onChange([...items, made()]);
              setAdded(true);
            }}
          >
            <Plus /> {addLabel}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
