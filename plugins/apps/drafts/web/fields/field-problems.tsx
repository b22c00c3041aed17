import { createContext, type ReactNode, useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import type { Problem } from '#plugins/drafts/web/document/draft-store.ts';
import { useDraft, useEditor } from '#plugins/drafts/web/editor/editor-state.ts';
import { classes } from '#plugins/ui/web/contract.ts';
import styles from './fields.module.css';

/** What people can put the focus on, in a field. */
export const focusable =
  'input:not([disabled]), textarea:not([disabled]), select:not([disabled]), [contenteditable="true"], button:not([disabled])';

/** The place of a setting of a node, for what stands inside its field. */
interface Place {
  readonly nodeId: string;
  /** Below the node's data. */
  readonly at: string;
  /** Its parts have fields of their own. */
  readonly hasFields: boolean;
}

/** The field that something stands in. */
export const PlaceContext = createContext<Place | null>(null);

function isWithin(field: string, at: string): boolean {
  return field === at || field.startsWith(`${at}.`);
}

/** Problems of a node that stand beside none of its fields. */
export function problemsBeside(problems: readonly Problem[], nodeId: string, fields: readonly string[]) {
  const isBeside = ({ field }: Problem) => fields.some((at) => at !== '' && isWithin(field, at));
  return problems.filter((problem) => problem.node_id === nodeId && !isBeside(problem));
}

/** A field with what is wrong with it; it takes the focus when somebody goes to that problem. */
export function WithProblems({
  place,
  hasItems,
  children,
}: {
  readonly place: Place;
  /** What is wrong with one of its items is told there. */
  readonly hasItems: boolean;
  readonly children: ReactNode;
}) {
  const { nodeId, at, hasFields } = place;
  const { selection } = useEditor();
  const box = useRef<HTMLDivElement>(null);
  const asked = useSyncExternalStore(selection.subscribe, () => selection.field);
  const isAsked = asked !== null && at !== '' && (hasFields ? asked === at : isWithin(asked, at));
  useEffect(() => {
    if (!isAsked) return;
    selection.reached();
    focusIn(box.current, asked.slice(at.length + 1));
  }, [isAsked, asked, at, selection]);
  if (at === '') return children;
  const isOwn = (field: string) =>
    hasFields ? field === at : isWithin(field, at) && !(hasItems && /^\.\d/.test(field.slice(at.length)));
  return (
    <div ref={box} className={styles.checked}>
      <PlaceContext.Provider value={place}>{children}</PlaceContext.Provider>
      <Problems nodeId={nodeId} isOwn={isOwn} />
    </div>
  );
}

/** One item of a list, with what is wrong with it and not with an item inside it. */
export function WithItemProblems({ index, children }: { readonly index: number; readonly children: ReactNode }) {
  const around = useContext(PlaceContext);
  if (around === null) return children;
  const { nodeId, hasFields } = around;
  const at = `${around.at}.${index}`;
  const isOwn = (field: string) =>
    hasFields ? field === at : isWithin(field, at) && !/\.\d+(\.|$)/.test(field.slice(at.length));
  return (
    <>
      <PlaceContext.Provider value={{ nodeId, at, hasFields }}>{children}</PlaceContext.Provider>
      <Problems nodeId={nodeId} isOwn={isOwn} />
    </>
  );
}

/** A part of an item that has items itself. */
export function PartOfItem({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const around = useContext(PlaceContext);
  if (around === null) return children;
  return <PlaceContext.Provider value={{ ...around, at: `${around.at}.${name}` }}>{children}</PlaceContext.Provider>;
}

function Problems({ nodeId, isOwn }: { readonly nodeId: string; isOwn(field: string): boolean }) {
  const { problems } = useDraft();
  return problems
    .filter(({ node_id: id, field }) => id === nodeId && isOwn(field))
    .map(({ field, code, message, severity }) => (
      <p
        key={`${field} ${code} ${message}`}
        className={classes(styles.problem, severity === 'error' && styles.error)}
        dir="auto"
      >
        {message}
      </p>
    ));
}

/** The part that is meant: numbers in its place are items of lists, in their order. */
function focusIn(box: HTMLElement | null, place: string): void {
  let inside = box;
  for (const number of place.split('.').filter((part) => /^\d+$/.test(part))) {
    const items = [...(inside?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
    const outer = inside?.closest('[data-item]') ?? null;
    const next = items.filter((item) => (item.parentElement?.closest('[data-item]') ?? null) === outer)[Number(number)];
    const body = next?.querySelector<HTMLElement>('[data-item-body]');
    if (body == null) break;
    inside = body;
  }
  inside?.scrollIntoView({ block: 'nearest' });
  inside?.querySelector<HTMLElement>(focusable)?.focus();
}
