import { actionTexts } from '#plugins/audit/web/actions/texts/en.ts';
import { auditTexts } from '#plugins/audit/web/texts/en.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  Badge,
  CursorPager,
  call,
  DataTable,
  dateTime,
  ErrorAlert,
  memberSource,
  nextOf,
  PageFrame,
  Picker,
  QueryBoundary,
  SearchField,
  saveAnswer,
  setSearchParams,
  useApi,
  useSearchParam,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, Select, Toolbar } from '#plugins/ui/web/contract.ts';
import { Download } from '#plugins/ui/web/icons.tsx';
import styles from './audit.module.css';
import { failureOf } from './entry-result.ts';

type Entry = Schemas['AuditEntry'];
const PERIODS = ['1', '7', '30', '90'] as const;
const LIMIT = 50;
const NONE = { who: '', action: '', period: '', before: '' };

/** Who did what in the workspace. */
export function Page() {
  const t = auditTexts();
  const filters = useFilters();
  const [before] = useSearchParam('before');
  const query = { ...filters, limit: LIMIT, ...(before !== '' && { before }) };
  const answer = useApi('/console/api/audit', { query, isLive: true });
  const saving = useSubmit();
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
      {saving.error !== undefined && <ErrorAlert error={saving.error} />}
      <QueryBoundary answer={answer}>
        {(page) => (
          <>
            <Entries entries={page.data} isFiltered={Object.keys(filters).length > 0 || before !== ''} />
            <CursorPager name="before" next={nextOf(page)} />
          </>
        )}
      </QueryBoundary>
    </PageFrame>
  );
}

function useFilters(): Readonly<Record<string, string | number>> {
  const [who] = useSearchParam('who');
  const [action] = useSearchParam('action');
  const [period] = useSearchParam('period');
  const days = Number(period);
  // To the hour: the same question keeps its answer while a page is looked at.
  const from = days > 0 ? Math.floor(Date.now() / 3_600_000) * 3_600 - days * 86_400 : 0;
  return {
    ...(who !== '' && { account_id: who }),
    ...(action !== '' && { action }),
    ...(from > 0 && { from }),
  };
}

const members = memberSource();

function Filters() {
  const t = auditTexts();
  const [who] = useSearchParam('who');
  const [action] = useSearchParam('action');
  const [period] = useSearchParam('period');
  return (
    <Toolbar>
      <SearchField
        label={t.searchAction}
        value={action}
        onChange={(typed) => setSearchParams({ action: actionOf(typed), before: '' })}
      />
      <Picker
        label={t.who}
        labelHidden
        empty={t.anybody}
        source={members}
        value={who}
        onChange={(id) => setSearchParams({ who: id, before: '' })}
      />
      <Select
        label={t.period}
        labelHidden
        empty={t.anyTime}
        value={period}
        options={PERIODS.map((value) => ({ value, label: t.periods[value] ?? value }))}
        onChange={(event) => setSearchParams({ period: event.currentTarget.value, before: '' })}
      />
    </Toolbar>
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
  const t = auditTexts();
  const clear = isFiltered && <Button onClick={() => setSearchParams(NONE)}>{t.clearFilters}</Button>;
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
        { key: 'result', label: t.result, cell: (entry) => <Result entry={entry} /> },
      ]}
    />
  );
}

function Act({ entry }: { readonly entry: Entry }) {
  const { at, actor, summary, action, targets, details, request_id: requestId } = entry;
  const t = auditTexts();
  const actions = actionTexts();
  const facts = [...Object.entries(targets), ...Object.entries(details)];
  if (requestId !== null) facts.push([t.requestId, requestId]);
  return (
    <div className={styles.act}>
      <span dir="auto">{actions[action] ?? summary}</span>
      <span className={styles.brief}>
        {dateTime(at)} · <bdi>{actor}</bdi>
      </span>
      <button
        type="button"
        className={styles.action}
        title={t.onlyAction(action)}
        onClick={() => setSearchParams({ action, before: '' })}
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

function Result({ entry }: { readonly entry: Entry }) {
  const t = auditTexts();
  const failure = failureOf(entry);
  if (failure === null) return <Badge variant="success">{t.succeeded}</Badge>;
  return (
    <>
      <Badge variant="danger">{t.failed}</Badge> {t.failures[failure]}
    </>
  );
}
