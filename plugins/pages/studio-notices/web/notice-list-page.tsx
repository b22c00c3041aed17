import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  ago,
  Badge,
  call,
  can,
  changed,
  DataTable,
  Link,
  PageFrame,
  Pager,
  Shown,
  setQuery,
  useAnswer,
  useQuery,
} from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState } from '#plugins/ui/web/contract.ts';
import { noticesTexts } from './notices-texts.ts';

type Notice = Schemas['ConsoleNotice'];
const LIMIT = 20;

/** What one is told in this workspace. */
export function Page() {
  const t = noticesTexts();
  const [place] = useQuery('page');
  const page = Math.max(1, Math.floor(Number(place)) || 1);
  const answer = useAnswer('/console/api/notices', { query: { page, limit: LIMIT } });
  return (
    <PageFrame title={t.title} about={t.about} actions={<Button onClick={() => void read({})}>{t.readAll}</Button>}>
      <Shown answer={answer}>
        {({ data, total }) => (
          <>
            <DataTable
              label={t.title}
              rows={data}
              rowKey={({ id }) => id}
              columns={[
                { key: 'what', label: t.what, cell: (notice) => <What notice={notice} /> },
                {
                  key: 'state',
                  label: t.unread,
                  cell: ({ is_read: isRead }) => !isRead && <Badge look="accent">{t.unread}</Badge>,
                },
                { key: 'when', label: t.when, cell: ({ created_at: at }) => ago(at) },
              ]}
              empty={<EmptyState title={t.none} about={t.noneAbout} />}
            />
            <Pager page={page} limit={LIMIT} total={total} onPage={(next) => setQuery({ page: String(next) })} />
          </>
        )}
      </Shown>
    </PageFrame>
  );
}

/** Leads to what it is about, and is read by that. */
function What({ notice: { id, kind, about } }: { readonly notice: Notice }) {
  const t = noticesTexts();
  const isSignIn = kind === 'new-sign-in';
  const budgets = can('billing.manage') ? '/usage/budgets' : '/usage';
  const says = {
    'budget-near': t.budgetNear,
    'budget-reached': t.budgetReached,
    'new-sign-in': t.newSignIn(about.address ?? ''),
  };
  return (
    <Link href={isSignIn ? '/account/security' : budgets} onClick={() => void read({ ids: [id] })}>
      {says[kind]}
    </Link>
  );
}

async function read(body: { ids?: string[] }): Promise<void> {
  await call.post('/console/api/notices/read', { body });
  changed('/console/api/notices');
}
