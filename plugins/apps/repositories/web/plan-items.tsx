import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { Badge, DataTable } from '#plugins/studio/web/contract.tsx';
import { EmptyState } from '#plugins/ui/web/contract.ts';
import { repositoryTexts } from './texts/en.ts';

type Item = Schemas['RepositoryRunItem'];

/** What is done with each app, or why not. */
export function PlanItems({ items, label }: { readonly items: readonly Item[]; readonly label?: string }) {
  const t = repositoryTexts();
  return (
    <DataTable<Item>
      label={label ?? t.plan}
      rows={items}
      rowKey={({ key, action }) => `${key} ${action}`}
      empty={<EmptyState title={t.nothing} about={t.nothingAbout} />}
      columns={[
        { key: 'name', label: t.app, cell: ({ name, key }) => name || key },
        {
          key: 'action',
          label: t.what,
          cell: ({ action }) => (
            <Badge variant={action === 'blocked' || action === 'conflict' ? 'danger' : 'plain'}>
              {t.actions[action]}
            </Badge>
          ),
        },
        { key: 'details', label: t.details, cell: ({ details }) => details.join(' · ') },
      ]}
    />
  );
}
