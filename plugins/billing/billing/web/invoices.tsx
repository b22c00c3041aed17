import { billingTexts } from '#plugins/billing/web/texts/en.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  Badge,
  CursorPager,
  call,
  DataTable,
  ErrorAlert,
  nextOf,
  QueryBoundary,
  Section,
  saveAnswer,
  useApi,
  useSearchParam,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Muted } from '#plugins/ui/web/contract.ts';
import { Download } from '#plugins/ui/web/icons.tsx';
import { dateOf, money } from '#plugins/usage/web/contract.tsx';

const LIMIT = 20;
const EXPORT = '/console/api/billing/invoices/export';

/** What was billed. */
export function Invoices() {
  const t = billingTexts();
  const [before] = useSearchParam('before');
  const query = { limit: LIMIT, ...(before !== '' && { before }) };
  const answer = useApi('/console/api/billing/invoices', { query });
  const saving = useSubmit();
  const save = async () => saveAnswer(await call.open('GET', EXPORT), 'invoices.csv');
  const hasAny = (answer.value?.data.length ?? 0) > 0;
  return (
    <Section
      title={t.invoices}
      actions={
        hasAny && (
          <Button small busy={saving.isBusy} onClick={() => void saving.run(save)}>
            <Download />
            {t.exportCsv}
          </Button>
        )
      }
    >
      {saving.error !== undefined && <ErrorAlert error={saving.error} />}
      <QueryBoundary answer={answer}>
        {(page) => (
          <>
            <DataTable
              label={t.invoices}
              rows={page.data}
              rowKey={({ id }) => id}
              empty={<Muted small>{t.noInvoices}</Muted>}
              columns={[
                { key: 'number', label: t.invoiceNumber, cell: ({ number }) => number },
                { key: 'issued', label: t.issued, isSpare: true, cell: (invoice) => dateOf(invoice.issued_at) },
                { key: 'due', label: t.due, cell: (invoice) => dateOf(invoice.due_at) },
                { key: 'state', label: t.state, cell: (invoice) => <State invoice={invoice} /> },
                { key: 'total', label: t.total, isNumber: true, cell: ({ total, currency }) => money(total, currency) },
              ]}
            />
            <CursorPager name="before" next={nextOf(page)} />
          </>
        )}
      </QueryBoundary>
    </Section>
  );
}

function State({ invoice: { status, overdue } }: { readonly invoice: Schemas['Invoice'] }) {
  const t = billingTexts();
  if (overdue) return <Badge variant="danger">{t.overdue}</Badge>;
  return <Badge variant={status === 'paid' ? 'success' : 'plain'}>{t.invoiceStates[status] ?? status}</Badge>;
}
