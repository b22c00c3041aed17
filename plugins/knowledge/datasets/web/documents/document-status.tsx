import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { Badge, number } from '#plugins/studio/web/contract.tsx';
import styles from './documents.module.css';

type Document = Schemas['KnowledgeDocument'];
type Status = Document['display_status'];

export const statuses = [
  'available',
  'queuing',
  'indexing',
  'paused',
  'error',
  'disabled',
  'archived',
] as const satisfies readonly Status[];

const looks: Readonly<Record<Status, 'plain' | 'success' | 'warning' | 'danger' | 'accent'>> = {
  available: 'success',
  queuing: 'plain',
  indexing: 'accent',
  paused: 'warning',
  error: 'danger',
  disabled: 'plain',
  archived: 'plain',
};

/** Whether it changes by itself. */
export function isUnderWay({ display_status: status }: Pick<Document, 'display_status'>): boolean {
  return status === 'queuing' || status === 'indexing';
}

/** How far a document is, and what it failed by or waits for. */
export function DocumentStatus({ document }: { readonly document: Document }) {
  const t = knowledgeTexts();
  const { display_status: status, completed_segments: done, total_segments: total, error } = document;
  const isCounted = status === 'indexing' && total > 0;
  return (
    <div className={styles.status}>
      <Badge variant={looks[status]}>{t.states[status]}</Badge>
      {isCounted && (
        <span className={styles.progress}>
          <progress value={done} max={total} aria-label={t.progressOf(document.name)} />
          {number(done)}/{number(total)}
        </span>
      )}
      {error !== null && (
        <p className={status === 'error' ? styles.bad : styles.waits} dir="auto">
          {error}
        </p>
      )}
    </div>
  );
}
