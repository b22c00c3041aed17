import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  Badge,
  CursorPager,
  call,
  DataTable,
  dateTime,
  Failure,
  nextOf,
  PageFrame,
  SearchField,
  Shown,
  saveAnswer,
  setQuery,
  useAnswer,
  useQuery,
  useSending,
} from '#plugins/studio/web/contract.tsx';
import { operationsTexts } from '#plugins/studio-operations/web/operations-texts.ts';
import parts from '#plugins/studio-operations/web/parts/parts.module.css';
import { Button, EmptyState, Select } from '#plugins/ui/web/contract.ts';
import { Download } from '#plugins/ui/web/icons.tsx';
import styles from './audit.module.css';

type Entry = Schemas['AuditEntry'];
const PERIODS = ['1', '7', '30', '90'] as const;
const LIMIT = 50;
const NONE = { who: '', action: '', period: '', before: '' };

/** Who did what in the workspace. */
export function Page() {
  const t = operationsTexts();
  const filters = useFilters();
  const [before] = useQuery('before');
  const query = { ...filters, limit: LIMIT, ...(before !== '' && { before }) };
  const answer = useAnswer('/console/api/audit', { query });
  const saving = useSending();
  const save = async () =>
    saveAnswer(await call.open('GET', '/console/api/audit/export', { query: filters }), 'audit.csv');
  return (
    <PageFrame
      title={t.audit}
      about={t.auditAbout}
      wide
      actions={
        <Button busy={saving.isBusy} onClick={() => void saving.run(save)}>
          <Download />
          {t.exportCsv}
        </Button>
      }
    >
      <Filters />
      {saving.error !== undefined && <Failure error={saving.error} />}
      <Shown answer={answer}>
        {(page) => (
          <>
            <Entries entries={page.data} isFiltered={Object.keys(filters).length > 0 || before !== ''} />
            <CursorPager name="before" next={nextOf(page)} />
          </>
        )}
      </Shown>
    </PageFrame>
  );
}

function useFilters(): Readonly<Record<string, string | number>> {
  const [who] = useQuery('who');
  const [action] = useQuery('action');
  const [period] = useQuery('period');
  const days = Number(period);
  // To the hour: the same question keeps its answer while a page is looked at.
  const from = days > 0 ? Math.floor(Date.now() / 3_600_000) * 3_600 - days * 86_400 : 0;
  return {
    ...(who !== '' && { account_id: who }),
    ...(action !== '' && { action }),
    ...(from > 0 && { from }),
  };
}

function Filters() {
  const t = operationsTexts();
  const [who] = useQuery('who');
  const [action] = useQuery('action');
  const [period] = useQuery('period');
  const members = useAnswer('/console/api/members', { query: { limit: 100 } }).value?.data ?? [];
  const people = members.map(({ account_id: value, name, email }) => ({ value, label: name || email }));
  // Somebody who left, or does not stand on the first page of members.
  if (who !== '' && !people.some(({ value }) => value === who)) people.push({ value: who, label: who });
  return (
    <div className={parts.filters}>
      <SearchField
        label={t.searchAction}
        value={action}
        onChange={(typed) => setQuery({ action: actionOf(typed), before: '' })}
      />
      <Select
        label={t.who}
        labelHidden
        empty={t.anybody}
        value={who}
        options={people}
        onChange={(event) => setQuery({ who: event.currentTarget.value, before: '' })}
      />
      <Select
        label={t.period}
        labelHidden
        empty={t.anyTime}
        value={period}
        options={PERIODS.map((value) => ({ value, label: t.periods[value] ?? value }))}
        onChange={(event) => setQuery({ period: event.currentTarget.value, before: '' })}
      />
    </div>
  );
}

/** What is typed as the name of an action; other signs stand in none. */
function actionOf(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/[^a-z0-9.-]/g, '')
    .slice(0, 200);
}

function Entries({ entries, isFiltered }: { readonly entries: readonly Entry[]; readonly isFiltered: boolean }) {
  const t = operationsTexts();
  const clear = isFiltered && <Button onClick={() => setQuery(NONE)}>{t.clearFilters}</Button>;
  return (
    <DataTable
      label={t.audit}
      rows={entries}
      rowKey={({ id }) => id}
      empty={<EmptyState title={t.noEntries} about={t.noEntriesAbout} action={clear} />}
      columns={[
        {
          key: 'at',
          label: t.when,
          isSpare: true,
          cell: ({ at }) => <span className={styles.when}>{dateTime(at)}</span>,
        },
        { key: 'who', label: t.who, isSpare: true, cell: ({ actor }) => actor },
        { key: 'what', label: t.what, cell: (entry) => <Act entry={entry} /> },
        {
          key: 'address',
          label: t.address,
          isSpare: true,
          cell: ({ address }) => <span className={styles.when}>{address}</span>,
        },
        { key: 'result', label: t.result, cell: ({ status }) => <Result status={status} /> },
      ]}
    />
  );
}

function Act({ entry }: { readonly entry: Entry }) {
  const { at, actor, summary, action, targets, details, request_id: requestId } = entry;
  const t = operationsTexts();
  const facts = [...Object.entries(targets), ...Object.entries(details)];
  if (requestId !== null) facts.push([t.requestId, requestId]);
  return (
    <div className={styles.act}>
      <span dir="auto">{summary}</span>
      <span className={styles.brief}>
        {dateTime(at)} · <bdi>{actor}</bdi>
      </span>
      <button
        type="button"
        className={styles.action}
        title={t.onlyAction(action)}
        onClick={() => setQuery({ action, before: '' })}
      >
        {action}
      </button>
      {facts.length > 0 && (
        <details className={styles.details}>
          <summary>{t.details}</summary>
          <dl>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  );
}

function Result({ status }: { readonly status: number | null }) {
  if (status === null) return <>–</>;
  return <Badge look={status < 400 ? 'ok' : 'bad'}>{status}</Badge>;
}
