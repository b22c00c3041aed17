import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { formTitle } from '#plugins/human-input/web/form-title/contract.ts';
import {
  ago,
  Badge,
  call,
  can,
  DataTable,
  errorText,
  Link,
  PageFrame,
  Pager,
  QueryBoundary,
  setSearchParams,
  useApi,
  useSearchParam,
} from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, toast } from '#plugins/ui/web/contract.ts';
import { noticesTexts } from './texts/en.ts';

type Notice = Schemas['ConsoleNotice'];
const LIMIT = 20;

/** What one is told in this workspace. */
export function Page() {
  const t = noticesTexts();
  const [place] = useSearchParam('page');
  const page = Math.max(1, Math.floor(Number(place)) || 1);
  const answer = useApi('/console/api/notices', { query: { page, limit: LIMIT } });
  const hasUnread = (answer.value?.unread ?? 0) > 0;
  const actions = hasUnread ? <Button onClick={() => void read({})}>{t.readAll}</Button> : undefined;
  return (
    <PageFrame title={t.title} about={t.about} actions={actions}>
      <QueryBoundary answer={answer}>
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
                  cell: ({ is_read: isRead }) => !isRead && <Badge variant="accent">{t.unread}</Badge>,
                },
                { key: 'when', label: t.when, cell: ({ created_at: at }) => ago(at) },
              ]}
              empty={<EmptyState title={t.none} about={t.noneAbout} />}
            />
            <Pager page={page} limit={LIMIT} total={total} onPage={(next) => setSearchParams({ page: String(next) })} />
          </>
        )}
      </QueryBoundary>
    </PageFrame>
  );
}

/** Leads to what it is about, and is read by that. */
function What({ notice: { id, kind, about } }: { readonly notice: Notice }) {
  const t = noticesTexts();
  const budgets = can('billing.manage') ? '/usage/budgets' : '/usage';
  const path = { app_id: about.app_id ?? '' };
  const app = useApi('/console/api/apps/{app_id}', {
    path,
    when: (kind === 'form-waits' || kind === 'app-fails') && path.app_id !== '',
  });
  const part = (name: string) => encodeURIComponent(about[name] ?? '');
  const says: Record<Notice['kind'], readonly [text: string, href: string]> = {
    'budget-near': [t.budgetNear, budgets],
    'budget-reached': [t.budgetReached, budgets],
    'form-waits': [formWaits(about, app.value?.name), '/forms'],
    'app-fails': [t.appFails(app.value?.name), `/app/${part('app_id')}/runs`],
    'account-broken': [
      t.accountBroken(about.label ?? ''),
      about.owner === 'workspace' ? '/integrations' : '/account/integrations',
    ],
    'new-sign-in': [t.newSignIn(about.address ?? ''), '/account/security'],
    'payment-failed': [t.paymentFailed, '/billing'],
    'repository-waits': [repositoryWaits(about), `/settings/repositories/${part('repository_id')}`],
    'source-failed': [t.sourceFailed, `/knowledge/${part('dataset_id')}/sources`],
    'webhook-off': [t.webhookOff(about.host ?? ''), `/app/${part('app_id')}/access?tab=webhooks`],
  };
  const [text, href] = says[kind];
  return (
    <Link href={href} onClick={() => void read({ ids: [id] })}>
      {text}
    </Link>
  );
}

/** What waits, by the app where it is one. */
function repositoryWaits({ repository = '', app = '', count = '', state = '' }: Notice['about']): string {
  const t = noticesTexts();
  if (state === 'broken') return t.repositoryBroken(repository);
  if (count !== '1') return t.repositoryApps(repository, count);
  return state === 'conflict' ? t.repositoryConflict(app, repository) : t.repositoryApp(app, repository);
}

/** By the app where that is known, and by the node where that has a title of its own. */
function formWaits({ title = '' }: Notice['about'], app: string | undefined): string {
  const t = noticesTexts();
  return app === undefined ? t.formWaits(title) : t.formOfAppWaits(app, formTitle(title, ''));
}

async function read(body: { ids?: string[] }): Promise<void> {
  try {
    await call.post('/console/api/notices/read', { body, invalidates: ['/console/api/notices'] });
  } catch (error) {
    toast(errorText(error));
  }
}
