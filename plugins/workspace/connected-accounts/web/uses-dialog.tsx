import { DataTable, number, QueryBoundary, useApi } from '#plugins/studio/web/contract.tsx';
import { Dialog, Notice } from '#plugins/ui/web/contract.ts';
import { type Account, accountsPath } from './addresses.ts';
import { integrationTexts } from './texts/en.ts';

/** What used an account, by day. */
export function UsesDialog({ account, onClose }: { readonly account: Account; onClose(): void }) {
  const t = integrationTexts();
  const answer = useApi(`${accountsPath}/{id}`, { path: { id: account.id } });
  return (
    <Dialog open title={t.usesOf(account.label)} onClose={onClose}>
      <QueryBoundary answer={answer}>
        {({ uses }) => (
          <DataTable
            label={t.usesOf(account.label)}
            rows={uses}
            rowKey={(use) => `${use.day} ${use.capability} ${use.kind} ${use.name}`}
            columns={[
              { key: 'day', label: t.day, cell: ({ day }) => day },
              { key: 'what', label: t.what, cell: ({ name }) => name },
              { key: 'requests', label: t.requests, isNumber: true, cell: ({ uses: count }) => number(count) },
            ]}
            empty={<Notice>{t.noUses}</Notice>}
          />
        )}
      </QueryBoundary>
    </Dialog>
  );
}
