import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { Badge, number } from '#plugins/studio/web/contract.tsx';
import { knowledgeTexts } from '#plugins/studio-knowledge/web/knowledge-texts.ts';
import styles from './sources.module.css';

type Source = Schemas['DatasetSource'];

/** Pages that are documents. */
export function takenOf({ added, changed, unchanged }: Source['pages']): number {
  return added + changed + unchanged;
}

/** How far a source is, and what is wrong with it. */
export function SourceStatus({ source }: { readonly source: Source }) {
  const t = knowledgeTexts();
  const { status, pages, error, is_paused: isPaused, is_incomplete: isIncomplete } = source;
  const look = { waiting: 'plain', running: 'accent', completed: 'ok', failed: 'bad', cancelled: 'warn' } as const;
  const done = takenOf(pages) + pages.skipped + pages.failed;
  return (
    <div className={styles.status}>
      <span>
        <Badge look={look[status]}>{t.sourceStates[status]}</Badge>{' '}
        {isPaused && <Badge look="warn">{t.isPaused}</Badge>}
      </span>
      {status === 'running' && <span className={styles.hint}>{t.readSoFar(number(done), number(pages.waiting))}</span>}
      {pages.failed > 0 && <span className={styles.warn}>{t.failedPages(pages.failed)}</span>}
      {isIncomplete && status !== 'running' && <span className={styles.hint}>{t.incomplete}</span>}
      {error !== null && (
        <p className={styles.bad} dir="auto">
          {error}
        </p>
      )}
    </div>
  );
}
