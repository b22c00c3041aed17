import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import type { Problem } from '#plugins/drafts/web/document/draft-store.ts';
import { useDraft, useEditor } from '#plugins/drafts/web/editor/editor-state.ts';
import { classes } from '#plugins/ui/web/contract.ts';
import styles from './fields.module.css';

/** What people can put the focus on, in a field. */
const focusable =
  'input:not([disabled]), textarea:not([disabled]), select:not([disabled]), [contenteditable="true"], button:not([disabled])';

/** Problems of a node that stand beside none of its fields. */
export function problemsBeside(problems: readonly Problem[], nodeId: string, fields: readonly string[]) {
  const isBeside = ({ field }: Problem) => fields.some((at) => at !== '' && isWithin(field, at));
  return problems.filter((problem) => problem.node_id === nodeId && !isBeside(problem));
}

function isWithin(field: string, at: string): boolean {
  return field === at || field.startsWith(`${at}.`);
}

/** A field with what is wrong with it; it takes the focus when somebody goes to that problem. */
export function WithProblems({
  nodeId,
  at,
  isWhole,
  children,
}: {
  readonly nodeId: string;
  /** Below the node's data. */
  readonly at: string;
  /** Also what is wrong with its parts. */
  readonly isWhole: boolean;
  readonly children: ReactNode;
}) {
  const { selection } = useEditor();
  const { problems } = useDraft();
  const box = useRef<HTMLDivElement>(null);
  const own = problems.filter(
    ({ node_id: id, field }) => id === nodeId && (isWhole ? isWithin(field, at) : field === at),
  );
  const asked = useSyncExternalStore(selection.subscribe, () => selection.field);
  const isAsked = asked !== null && (isWhole ? isWithin(asked, at) : asked === at);
  useEffect(() => {
    if (!isAsked) return;
    selection.reached();
    const place = asked.slice(at.length + 1);
    focusIn(box.current, place);
  }, [isAsked, asked, at, selection]);
  if (at === '') return children;
  return (
    <div ref={box} className={styles.checked}>
      {children}
      {own.map(({ field, code, message, severity }) => (
        <p
          key={`${field} ${code} ${message}`}
          className={classes(styles.problem, severity === 'error' && styles.error)}
          dir="auto"
        >
          {message}
        </p>
      ))}
    </div>
  );
}

/** The part that is meant, where its place in a list is told: items come in their order. */
function focusIn(box: HTMLElement | null, place: string): void {
  const number = /^(\d+)/.exec(place)?.[1];
  const items = box?.querySelectorAll<HTMLElement>('[data-item]');
  const part = number === undefined ? undefined : items?.[Number(number)];
  const inside = part?.querySelector<HTMLElement>('[data-item-body]') ?? part ?? box;
  const target = inside?.querySelector<HTMLElement>(focusable);
  inside?.scrollIntoView({ block: 'nearest' });
  target?.focus();
}
