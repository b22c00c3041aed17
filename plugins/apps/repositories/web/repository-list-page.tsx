import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { ago, Badge, can, DataTable, PageFrame, QueryBoundary, useApi } from '#plugins/studio/web/contract.tsx';
import { EmptyState, LinkButton } from '#plugins/ui/web/contract.ts';
import { Plus } from '#plugins/ui/web/icons.tsx';
import { LinkState } from './states.tsx';
import { repositoryTexts } from './texts/en.ts';

type Repository = Schemas['Repository'];

/** Repositories that apps of the workspace are kept in step with. */
export function Page() {
  const t = repositoryTexts();
  const answer = useApi('/console/api/repositories', {
    isUnderWay: ({ data }) => data.some(({ is_syncing: isSyncing }) => isSyncing),
  });
  const add = can('providers.manage') && (
    <LinkButton variant="primary" href="/settings/repositories/new">
      <Plus />
      {t.link}
    </LinkButton>
  );
  return (
    <PageFrame title={t.repositories} about={t.about} wide actions={answer.value?.data.length !== 0 && add}>
      <QueryBoundary answer={answer}>
        {({ data }) => (
          <DataTable<Repository>
            label={t.repositories}
            rows={data}
            rowKey={({ id }) => id}
            href={({ id }) => `/settings/repositories/${id}`}
            empty={<EmptyState title={t.none} about={t.noneAbout} action={add} />}
            columns={[
              { key: 'repository', label: t.repository, cell: ({ repository }) => repository },
              { key: 'place', label: t.place, isSpare: true, cell: ({ branch, folder }) => `${branch} /${folder}` },
              { key: 'direction', label: t.direction, isSpare: true, cell: ({ direction }) => t.directions[direction] },
              { key: 'state', label: t.state, cell: (item) => <LinkState repository={item} /> },
              {
                key: 'seen',
                label: t.seen,
                isSpare: true,
                cell: ({ seen_at: at }) => (at === null ? <Badge>{t.never}</Badge> : ago(at)),
              },
            ]}
          />
        )}
      </QueryBoundary>
    </PageFrame>
  );
}
