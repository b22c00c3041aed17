import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { formTexts } from '#plugins/human-input/web/texts/en.ts';
import {
  ago,
  appSource,
  Badge,
  CursorPager,
  DataTable,
  dateTime,
  nextOf,
  PageFrame,
  Picker,
  QueryBoundary,
  setSearchParams,
  useApi,
  useSearchParam,
} from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, Select, Toolbar } from '#plugins/ui/web/contract.ts';

type Form = Schemas['Form'];
const STATES = ['open', 'submitted', 'timed-out', 'expired', 'closed', 'all'] as const;
const LIMIT = 20;

/** Forms that runs wait for, or waited for. */
export function Page() {
  const t = formTexts();
  const [asked] = useSearchParam('status', 'open');
  const [app] = useSearchParam('app');
  const [before] = useSearchParam('before');
  const status = STATES.find((each) => each === asked) ?? 'open';
  const where = { ...(app !== '' && { app_id: app }), ...(before !== '' && { before }) };
  const answer = useApi('/console/api/forms', { query: { ...where, status, limit: LIMIT }, isLive: true });
  const isFiltered = status !== 'open' || app !== '' || before !== '';
  return (
    <PageFrame title={t.forms} about={t.formsAbout} wide>
      <Filters status={status} app={app} />
      <QueryBoundary answer={answer}>
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
      </QueryBoundary>
    </PageFrame>
  );
}

const apps = appSource();

function Filters({ status, app }: { readonly status: string; readonly app: string }) {
  const t = formTexts();
  return (
    <Toolbar>
      <Select
        label={t.state}
        labelHidden
        value={status}
        options={STATES.map((value) => ({ value, label: t.formStates[value] ?? value }))}
        onChange={(event) => setSearchParams({ status: event.currentTarget.value, before: '' })}
      />
      <Picker
        label={t.app}
        labelHidden
        empty={t.allApps}
        source={apps}
        value={app}
        onChange={(id) => setSearchParams({ app: id, before: '' })}
      />
    </Toolbar>
  );
}

function Empty({ isFiltered }: { readonly isFiltered: boolean }) {
  const t = formTexts();
  if (!isFiltered) return <EmptyState title={t.noForms} about={t.noFormsAbout} />;
  const clear = () => setSearchParams({ status: '', app: '', before: '' });
  return <EmptyState title={t.noFormMatches} action={<Button onClick={clear}>{t.clearFilters}</Button>} />;
}

export function AppName({ id }: { readonly id: string }) {
  const { value } = useApi('/console/api/apps/{app_id}', { path: { app_id: id } });
  return <>{value?.name ?? id.slice(0, 8)}</>;
}

export function State({ status }: { readonly status: Form['status'] }) {
  const t = formTexts();
  const look = status === 'open' ? 'warning' : status === 'submitted' ? 'success' : 'plain';
  return <Badge variant={look}>{t.formStates[status] ?? status}</Badge>;
}
