import { ago, DataTable, errorText, PageFrame, QueryBoundary, useApi } from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, toast } from '#plugins/ui/web/contract.ts';
import { restoreApp } from './app-actions.ts';
import { appsTexts } from './texts/en.ts';

/** What was deleted, for as long as it can come back. */
export function Page() {
  const t = appsTexts();
  const answer = useApi('/console/api/deleted-apps');
  return (
    <PageFrame title={t.deletedApps} about={t.deletedAbout} crumbs={[{ label: t.apps, href: '/apps' }]}>
      <QueryBoundary answer={answer}>
        {({ data }) => (
          <DataTable
            label={t.deletedApps}
            rows={data}
            rowKey={({ id }) => id}
            columns={[
              { key: 'name', label: t.name, cell: ({ name }) => name },
              { key: 'mode', label: t.kind, cell: ({ mode }) => t.modes[mode] ?? mode, isSpare: true },
              { key: 'when', label: t.deletedWhen, cell: ({ deleted_at: at }) => ago(at) },
            ]}
            actions={({ id, name }) => (
              <Button
                small
                onClick={() =>
                  void restoreApp(id).then(
                    () => toast(t.restored(name)),
                    (error: unknown) => toast(errorText(error)),
                  )
                }
              >
                {t.restore}
              </Button>
            )}
            empty={<EmptyState title={t.noneDeleted} />}
          />
        )}
      </QueryBoundary>
    </PageFrame>
  );
}
