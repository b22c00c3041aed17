import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  ago,
  Badge,
  CursorPager,
  DataTable,
  dateTime,
  nextOf,
  PageFrame,
  Shown,
  setQuery,
  useAnswer,
  useQuery,
} from '#plugins/studio/web/contract.tsx';
import { operationsTexts } from '#plugins/studio-operations/web/operations-texts.ts';
import parts from '#plugins/studio-operations/web/parts/parts.module.css';
import { Button, EmptyState, Select } from '#plugins/ui/web/contract.ts';

type Form = Schemas['Form'];
const STATES = ['open', 'submitted', 'timed-out', 'expired', 'closed', 'all'] as const;
const LIMIT = 20;

/** Forms that runs wait for, or waited for. */
export function Page() {
  const t = operationsTexts();
  const [asked] = useQuery('status', 'open');
  const [app] = useQuery('app');
  const [before] = useQuery('before');
  const status = STATES.find((each) => each === asked) ?? 'open';
  const where = { ...(app !== '' && { app_id: app }), ...(before !== '' && { before }) };
  const answer = useAnswer('/console/api/forms', { query: { ...where, status, limit: LIMIT } });
  const isFiltered = status !== 'open' || app !== '' || before !== '';
  return (
    <PageFrame title={t.forms} about={t.formsAbout} wide>
      <Filters status={status} app={app} />
      <Shown answer={answer}>
        {(page) => (
          <>
            <DataTable
              label={t.forms}
              rows={page.data}
              rowKey={({ id }) => id}
              href={({ id }) => `/forms/${id}`}
              empty={<Empty isFiltered={isFiltered} />}
              columns={[
                { key: 'title', label: t.form, cell: ({ node_title: title, node_id: node }) => title || node },
                { key: 'app', label: t.app, cell: ({ app_id: id }) => <AppName id={id} /> },
                { key: 'asked', label: t.asked, cell: ({ created_at: at }) => ago(at) },
                { key: 'expires', label: t.expires, isSpare: true, cell: (form) => dateTime(form.expiration_time) },
                { key: 'state', label: t.state, cell: (form) => <State status={form.status} /> },
              ]}
            />
            <CursorPager name="before" next={nextOf(page)} />
          </>
        )}
      </Shown>
    </PageFrame>
  );
}

function Filters({ status, app }: { readonly status: string; readonly app: string }) {
  const t = operationsTexts();
  const apps = useAnswer('/console/api/apps', { query: { limit: 100 } }).value?.data ?? [];
  const options = apps.map(({ id, name }) => ({ value: id, label: name }));
  if (app !== '' && !options.some(({ value }) => value === app)) options.push({ value: app, label: app });
  return (
    <div className={parts.filters}>
      <Select
        label={t.state}
        labelHidden
        value={status}
        options={STATES.map((value) => ({ value, label: t.formStates[value] ?? value }))}
        onChange={(event) => setQuery({ status: event.currentTarget.value, before: '' })}
      />
      <Select
        label={t.app}
        labelHidden
        empty={t.allApps}
        value={app}
        options={options}
        onChange={(event) => setQuery({ app: event.currentTarget.value, before: '' })}
      />
    </div>
  );
}

function Empty({ isFiltered }: { readonly isFiltered: boolean }) {
  const t = operationsTexts();
  if (!isFiltered) return <EmptyState title={t.noForms} about={t.noFormsAbout} />;
  const clear = () => setQuery({ status: '', app: '', before: '' });
  return <EmptyState title={t.noFormMatches} action={<Button onClick={clear}>{t.clearFilters}</Button>} />;
}

export function AppName({ id }: { readonly id: string }) {
  const { value } = useAnswer('/console/api/apps/{app_id}', { path: { app_id: id } });
  return <>{value?.name ?? id.slice(0, 8)}</>;
}

export function State({ status }: { readonly status: Form['status'] }) {
  const t = operationsTexts();
  const look = status === 'open' ? 'warn' : status === 'submitted' ? 'ok' : 'plain';
  return <Badge look={look}>{t.formStates[status] ?? status}</Badge>;
}
