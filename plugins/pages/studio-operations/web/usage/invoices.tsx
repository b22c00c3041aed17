import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  Badge,
  CursorPager,
  call,
  DataTable,
  Failure,
  nextOf,
  Section,
  Shown,
  saveAnswer,
  useAnswer,
  useQuery,
  useSending,
} from '#plugins/studio/web/contract.tsx';
import { operationsTexts } from '#plugins/studio-operations/web/operations-texts.ts';
import { dateOf, money } from '#plugins/studio-operations/web/parts/money.ts';
import parts from '#plugins/studio-operations/web/parts/parts.module.css';
import { Button } from '#plugins/ui/web/contract.ts';
import { Download } from '#plugins/ui/web/icons.tsx';

const LIMIT = 20;
const EXPORT = '/console/api/billing/invoices/export';

/** What was billed. */
export function Invoices() {
  const t = operationsTexts();
  const [before] = useQuery('before');
  const query = { limit: LIMIT, ...(before !== '' && { before }) };
  const answer = useAnswer('/console/api/billing/invoices', { query });
  const saving = useSending();
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
      {saving.error !== undefined && <Failure error={saving.error} />}
      <Shown answer={answer}>
        {(page) => (
          <>
            <DataTable
              label={t.invoices}
              rows={page.data}
              rowKey={({ id }) => id}
              empty={<p className={parts.muted}>{t.noInvoices}</p>}
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
      </Shown>
    </Section>
  );
}

function State({ invoice: { status, overdue } }: { readonly invoice: Schemas['Invoice'] }) {
  const t = operationsTexts();
  if (overdue) return <Badge look="bad">{t.overdue}</Badge>;
  return <Badge look={status === 'paid' ? 'ok' : 'plain'}>{t.invoiceStates[status] ?? status}</Badge>;
}
