import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { type Base, basePath } from '#plugins/datasets/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { Link, number } from '#plugins/studio/web/contract.tsx';
import { Muted, withKeys } from '#plugins/ui/web/contract.ts';
import styles from './search.module.css';

type Record = Schemas['FoundRecord'];
const stages = ['vector', 'text', 'fused', 'reranked'] as const;
const score = (value: number) => number(value, { minimumFractionDigits: 3, maximumFractionDigits: 3 });

/** What was found, with the score of each stage, and how long each took. */
export function Records({ base, found }: { readonly base: Base; readonly found: Schemas['HitTest'] }) {
  const t = knowledgeTexts();
  const times = Object.entries(found.milliseconds).map(
    ([stage, ms]) => `${t.stageNames[stage] ?? stage} ${number(Math.round(ms))} ms`,
  );
  return (
    <>
      <Muted small>{[t.hitCount(found.records.length + found.external.length), ...times].join(' · ')}</Muted>
      <ol className={styles.records}>
        {found.records.map((record) => (
          <Found key={record.segment.id} base={base} record={record} />
        ))}
      </ol>
    </>
  );
}

function Found({ base, record }: { readonly base: Base; readonly record: Record }) {
  const t = knowledgeTexts();
  const { segment, document, child_chunks: children } = record;
  const place = [`#${segment.position}`];
  if (segment.page !== null) place.push(t.pageNumber(segment.page));
  if (segment.heading !== null) place.push(segment.heading);
  return (
    <li className={styles.record}>
      <div className={styles.recordhead}>
        <Link href={`${basePath(base.id, 'documents', document.id)}?segment=${segment.id}`} dir="auto">
          {document.name}
        </Link>
        <Muted small as="span" dir="auto">
          {place.join(' · ')}
        </Muted>
        <b className={styles.score}>{score(record.score)}</b>
      </div>
      <p className={styles.content} dir="auto">
        {segment.content}
      </p>
      {segment.answer !== null && segment.answer !== '' && (
        <p className={styles.answer} dir="auto">
          {segment.answer}
        </p>
      )}
      {children.length > 0 && (
        <ul className={styles.children} aria-label={t.foundBy}>
          {children.map((child) => (
            <li key={child.id}>
              <span dir="auto">{child.content}</span> <b className={styles.score}>{score(child.score)}</b>
            </li>
          ))}
        </ul>
      )}
      <dl className={styles.scores}>
        {stages.map((stage) => {
          const value = record.scores[stage];
          return (
            value !== null && (
              <div key={stage}>
                <dt>{t.scoreNames[stage]}</dt>
                <dd>
                  <meter min={0} max={Math.max(1, value)} value={value} aria-label={t.scoreNames[stage]} />{' '}
                  {score(value)}
                </dd>
              </div>
            )
          );
        })}
      </dl>
    </li>
  );
}

/** What another system answered. */
export function ExternalRecords({ records }: { readonly records: readonly Schemas['FoundExternally'][] }) {
  if (records.length === 0) return null;
  return (
    <ol className={styles.records}>
      {withKeys(records).map(({ key, item: record }) => (
        <li key={key} className={styles.record}>
          <div className={styles.recordhead}>
            <span dir="auto">{record.title}</span>
            <b className={styles.score}>{score(record.score)}</b>
          </div>
          <p className={styles.content} dir="auto">
            {record.content}
          </p>
        </li>
      ))}
    </ol>
  );
}
