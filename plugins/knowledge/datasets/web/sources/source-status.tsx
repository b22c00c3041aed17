import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { Badge, number } from '#plugins/studio/web/contract.tsx';
import { Muted } from '#plugins/ui/web/contract.ts';
import styles from './sources.module.css';

type Source = Schemas['DatasetSource'];

/** Pages that are documents. */
export function takenOf({ added, changed, unchanged }: Source['pages']): number {
  return added + changed + unchanged;
}

/** Whether its pages are being read, or will be soon. */
export function isReading({ status }: Source): boolean {
  return status === 'waiting' || status === 'running';
}

/** How far a source is, and what is wrong with it. */
export function SourceStatus({ source }: { readonly source: Source }) {
  const t = knowledgeTexts();
  const { status, pages, error, is_paused: isPaused, is_incomplete: isIncomplete } = source;
  const look = {
    waiting: 'plain',
    running: 'accent',
    completed: 'success',
    failed: 'danger',
    cancelled: 'warning',
  } as const;
  const done = takenOf(pages) + pages.skipped + pages.failed;
  return (
    <div className={styles.status}>
      <span>
        <Badge variant={look[status]}>{t.sourceStates[status]}</Badge>{' '}
        {isPaused && <Badge variant="warning">{t.isPaused}</Badge>}
        {source.is_held && <Badge variant="warning">{t.accountSources.isHeld}</Badge>}
      </span>
      {status === 'running' && (
        <Muted small as="span">
          {t.readSoFar(number(done), number(pages.waiting))}
        </Muted>
      )}
      {pages.failed > 0 && <span className={styles.warn}>{t.failedPages(pages.failed)}</span>}
      {isIncomplete && status !== 'running' && (
        <Muted small as="span">
          {t.incomplete}
        </Muted>
      )}
      {error !== null && (
        <p className={styles.bad} dir="auto">
          {error}
        </p>
      )}
    </div>
  );
}
