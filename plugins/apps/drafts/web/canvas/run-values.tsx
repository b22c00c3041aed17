import { useEffect, useRef } from 'react';
import { isMapping } from '#plugins/drafts/web/document/operations.ts';
import type { NodeRun } from '#plugins/drafts/web/run/run-store.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { number } from '#plugins/studio/web/contract.tsx';
import { classes, placeBeside } from '#plugins/ui/web/contract.ts';
import styles from './canvas.module.css';

/** Of a value; all of it is in the panel. */
const MAX_SHOWN = 400;

/** What a node gave, in short, beside its mark. */
export function RunValues({
  id,
  run,
  mark,
}: {
  readonly id: string;
  readonly run: NodeRun;
  readonly mark: React.RefObject<HTMLSpanElement | null>;
}) {
  const t = buildTexts();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.showPopover();
    if (place.current !== null) placeBeside(place.current, mark.current);
  }, [mark]);
  const outputs = isMapping(run.outputs) ? Object.entries(run.outputs) : [];
  return (
    <div
      ref={place}
      id={id}
      popover="manual"
      role="tooltip"
      className={classes(styles.values, 'nodrag', 'nopan', 'nowheel')}
    >
      <p>
        {[
          t.runStates[run.status] ?? run.status,
          run.elapsed === null ? '' : `${number(run.elapsed, { maximumFractionDigits: 3 })} s`,
          run.tokens === null ? '' : t.tokens(number(run.tokens)),
          run.price ?? '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {run.error !== null && <p dir="auto">{run.error.slice(0, MAX_SHOWN)}</p>}
      {outputs.length > 0 && (
        <dl aria-label={t.outputs}>
          {outputs
            .filter(([name]) => !name.startsWith('sys.'))
            .map(([name, value]) => (
              <div key={name}>
                <dt dir="ltr">{name}</dt>
                <dd dir="auto">{shown(value)}</dd>
              </div>
            ))}
        </dl>
      )}
    </div>
  );
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
