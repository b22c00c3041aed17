import { useMemo, useRef, useState } from 'react';
import { accessTexts } from '#plugins/app-access/web/texts/en.ts';
import { Badge, useApi } from '#plugins/studio/web/contract.tsx';
import { Loading, lazyModule, textLanguage } from '#plugins/ui/web/contract.ts';
import { ChangeList, placeOfChange } from './change-list.tsx';
import styles from './changes.module.css';
import { type Change, differenceOf } from './difference.ts';
import { versionsTexts } from './texts/en.ts';

const canvas = lazyModule(() => import('#plugins/drafts/web/canvas/contract.ts'));
const looks = { added: 'success', changed: 'accent', removed: 'danger' } as const;
const kinds = ['added', 'changed', 'removed'] as const;

/** How two states of an app differ: on the canvas where there is a graph, and as a list by part and field. */
export function DifferenceView({
  before,
  after,
  changes,
}: {
  /** Documents as trees; undefined: there is none (yet). */
  readonly before: unknown;
  readonly after: unknown;
  readonly changes: readonly Change[];
}) {
  const [a, t] = [accessTexts(), versionsTexts()];
  const [selected, setSelected] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const drawn = useMemo(
    () =>
      differenceOf(before, after, changes, (change) => {
        const text = a.changes[change.change];
        return { text, label: change.authors.length === 0 ? text : `${text}, ${t.by(change.authors.join(', '))}` };
      }),
    [before, after, changes, a, t],
  );
  const parts = canvas.use(drawn !== null);
  const View = parts?.GraphView;
  const forms = useApi('/console/api/node-types', { query: { language: textLanguage() }, when: drawn !== null });
  const labels = useMemo(() => {
    if (drawn === null || parts == null || forms.value === undefined) return undefined;
    return parts.fieldLabels(drawn.tree, new parts.Forms(forms.value));
  }, [drawn, parts, forms.value]);
  const choose = (id: string | null, kind: 'node' | 'edge') => {
    setSelected(id);
    const change = changes.find((each) =>
      kind === 'node' ? each.part === 'node' && each.id === id : each === drawn?.edges.get(id ?? ''),
    );
    if (change === undefined) return;
    const item = [...(list.current?.querySelectorAll<HTMLElement>('[data-change]') ?? [])].find(
      ({ dataset }) => dataset.change === placeOfChange(change),
    );
    item?.scrollIntoView({ block: 'nearest' });
    item?.focus({ preventScroll: true });
  };
  const show = (change: Change) => {
    const edge = [...(drawn?.edges ?? [])].find(([, each]) => each === change)?.[0];
    setSelected(change.part === 'node' ? change.id : (edge ?? null));
    place.current?.scrollIntoView({ block: 'nearest' });
  };
  const counts = kinds.map((kind) => [kind, changes.filter(({ change }) => change === kind).length] as const);
  return (
    <>
      <ul className={styles.counts}>
        {counts.map(
          ([kind, count]) =>
            count > 0 && (
              <li key={kind}>
                <Badge variant={looks[kind]}>{t.counts[kind](count)}</Badge>
              </li>
            ),
        )}
      </ul>
      {drawn !== null && (
        <div className={styles.canvas} ref={place}>
          {View === undefined ? (
            <Loading label={t.loadingGraph} />
          ) : (
            <View
              tree={drawn.tree}
              marks={drawn.marks}
              edgeMarks={drawn.edgeMarks}
              selected={selected}
              label={t.graph}
              onSelect={choose}
            />
          )}
        </div>
      )}
      <div className={styles.list} ref={list}>
        <ChangeList changes={changes} {...(drawn !== null && { onShow: show })} {...(labels && { labels })} />
      </div>
    </>
  );
}
