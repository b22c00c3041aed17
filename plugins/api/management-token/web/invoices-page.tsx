import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  Badge,
  CursorPager,
  confirm,
  DataTable,
  dateTime,
  ErrorAlert,
  invalidateForOperator,
  nextOf,
  number,
  QueryBoundary,
  useSearchParam,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, navigate, Select, Toolbar } from '#plugins/ui/web/contract.ts';
import { operator, useOperator } from './operator.ts';
import { OperatorFrame } from './operator-frame.tsx';
import { installationTexts } from './texts/en.ts';

type Invoice = Schemas['CustomerInvoice'];
const LIMIT = 20;

/** Invoices of all workspaces, also of those that are gone. */
export function Page() {
  const t = installationTexts();
  return (
    <OperatorFrame title={t.invoices} about={t.invoicesAbout} wide>
      <Invoices />
    </OperatorFrame>
  );
}

function Invoices() {
  const t = installationTexts();
  const [before] = useSearchParam('before');
  const [status] = useSearchParam('status');
  const query = { limit: LIMIT, ...(before !== '' && { before }), ...(status !== '' && { status }) };
  const answer = useOperator('/console/api/installation/invoices', { query });
  const sending = useSubmit();
  const settle = async ({ id, number: name }: Invoice, action: 'pay' | 'void') => {
    const words = action === 'pay' ? t.payQuestion(name) : t.voidQuestion(name);
    if (!(await confirm({ title: words, about: t.settleAbout, action: action === 'pay' ? t.paid : t.void }))) return;
    await sending.run(async () => {
      await operator.post(`/console/api/installation/invoices/{invoice_id}/${action}`, { path: { invoice_id: id } });
      invalidateForOperator('/console/api/installation/invoices');
    });
  };
  return (
    <>
      <Select
        label={t.state}
        value={status}
        empty={t.all}
        options={(['open', 'paid', 'void'] as const).map((value) => ({ value, label: t.invoiceStates[value] }))}
        onChange={({ currentTarget: { value } }) =>
          navigate(`/installation/invoices${value === '' ? '' : `?status=${value}`}`, { replace: true })
        }
      />
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <QueryBoundary answer={answer}>
        {(page) => (
          <>
            <DataTable
              label={t.invoices}
              rows={page.data}
              rowKey={({ id }) => id}
              empty={<EmptyState title={t.noInvoices} />}
              columns={[
                { key: 'number', label: t.invoiceNumber, cell: (invoice) => invoice.number },
                { key: 'whose', label: t.workspace, cell: ({ workspace }) => workspace.name },
                { key: 'due', label: t.due, isSpare: true, cell: ({ due_at: at }) => dateTime(at) },
                { key: 'state', label: t.state, cell: (invoice) => <State invoice={invoice} /> },
                { key: 'total', label: t.total, isNumber: true, cell: money },
              ]}
              actions={(invoice) =>
                invoice.status === 'open' && (
                  <Toolbar end>
                    <Button small onClick={() => void settle(invoice, 'pay')}>
                      {t.paid}
                    </Button>
                    <Button small onClick={() => void settle(invoice, 'void')}>
                      {t.void}
                    </Button>
                  </Toolbar>
                )
              }
            />
            <CursorPager name="before" next={nextOf(page)} />
          </>
        )}
      </QueryBoundary>
    </>
  );
}

function money({ total, currency }: Invoice): string {
  return number(Number(total), { style: 'currency', currency });
}

function State({ invoice: { status, overdue } }: { readonly invoice: Invoice }) {
  const t = installationTexts();
  if (overdue) return <Badge variant="danger">{t.overdue}</Badge>;
  return <Badge variant={status === 'paid' ? 'success' : 'plain'}>{t.invoiceStates[status]}</Badge>;
}
