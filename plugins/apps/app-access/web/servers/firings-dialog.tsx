import { accessTexts } from '#plugins/app-access/web/texts/en.ts';
import { Badge, DataTable, dateTime, QueryBoundary, useApi } from '#plugins/studio/web/contract.tsx';
import { Dialog, EmptyState } from '#plugins/ui/web/contract.ts';

/** What a trigger did of late. */
export function FiringsDialog({
  appId,
  triggerId,
  title,
  onClose,
}: {
  readonly appId: string;
  readonly triggerId: string;
  readonly title: string;
  onClose(): void;
}) {
  const t = accessTexts();
  const path = { app_id: appId, id: triggerId };
  const answer = useApi('/console/api/apps/{app_id}/triggers/{id}/firings', { path, query: { limit: 50 } });
  return (
    <Dialog open shape="wide" title={t.firingsOf(title)} onClose={onClose}>
      <QueryBoundary answer={answer}>
        {({ data }) => (
          <DataTable
            label={t.firingsOf(title)}
            rows={data}
            rowKey={({ id }) => id}
            columns={[
              { key: 'when', label: t.when, cell: ({ due_at: at }) => dateTime(at) },
              { key: 'source', label: t.kind, cell: ({ source }) => t.firingSources[source], isSpare: true },
              {
                key: 'state',
                label: t.state,
                cell: ({ status, error }) => (
                  <>
                    <Badge variant={lookOf(status)}>{t.firingStates[status]}</Badge> {error}
                  </>
                ),
              },
            ]}
            empty={<EmptyState title={t.noFirings} about={t.noFiringsAbout} />}
          />
        )}
      </QueryBoundary>
    </Dialog>
  );
}

function lookOf(status: string) {
  if (status === 'succeeded') return 'success';
  if (status === 'failed' || status === 'refused') return 'danger';
  return status === 'partial-succeeded' || status === 'stopped' ? 'warning' : 'plain';
}
