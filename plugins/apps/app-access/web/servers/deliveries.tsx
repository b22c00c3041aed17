import { accessTexts } from '#plugins/app-access/web/texts/en.ts';
import { useAppChange } from '#plugins/app-access/web/use-app-change.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  Badge,
  call,
  DataTable,
  dateTime,
  ErrorAlert,
  knownOf,
  number,
  QueryBoundary,
  Section,
  setSearchParams,
  useApi,
  useSearchParam,
} from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, IconButton, Select, Toolbar, toast } from '#plugins/ui/web/contract.ts';
import { RefreshCw, RotateCcw } from '#plugins/ui/web/icons.tsx';

const deliveries = '/console/api/apps/{app_id}/webhook-deliveries';
const states = ['pending', 'delivered', 'dead'] as const;
const looks = { pending: 'plain', delivered: 'success', dead: 'danger' } as const;
const LIMIT = 20;

/** Messages to webhooks: which arrived, which did not and why, and once more. */
export function Deliveries({
  appId,
  webhooks,
}: {
  readonly appId: string;
  readonly webhooks: readonly Schemas['Webhook'][];
}) {
  const t = accessTexts();
  const path = { app_id: appId };
  const [wanted] = useSearchParam('status');
  const status = knownOf(states, wanted);
  const [before] = useSearchParam('before');
  const query = { limit: LIMIT, ...(status !== undefined && { status }), ...(before !== '' && { before }) };
  const answer = useApi(deliveries, { path, query, isLive: true });
  const { sending, run } = useAppChange(appId);
  const again = (id: string) =>
    run(async () => {
      await call.post(`${deliveries}/{id}/redeliver`, { path: { ...path, id } });
      toast(t.sentAgain);
    });
  const urls = new Map(webhooks.map(({ id, url }) => [id, url]));
  return (
    <Section
      title={t.deliveries}
      about={t.deliveriesAbout}
      actions={
        <IconButton label={t.refresh} onClick={answer.refetch}>
          <RefreshCw />
        </IconButton>
      }
    >
      <Toolbar>
        <Select
          label={t.state}
          labelHidden
          empty={t.allStates}
          value={status}
          options={states.map((value) => ({ value, label: t.deliveryStates[value] }))}
          onChange={(event) => setSearchParams({ status: event.currentTarget.value, before: '' })}
        />
      </Toolbar>
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <QueryBoundary answer={answer}>
        {({ data, has_more: hasMore }) => (
          <>
            <DataTable
              label={t.deliveries}
              rows={data}
              rowKey={({ id }) => id}
              columns={columnsOf(urls)}
              actions={({ id }) => (
                <IconButton small label={t.sendAgain} disabled={sending.isBusy} onClick={() => void again(id)}>
                  <RotateCcw />
                </IconButton>
              )}
              empty={<EmptyState title={t.noDeliveries} about={t.noDeliveriesAbout} />}
            />
            <Toolbar>
              {before !== '' && <Button onClick={() => setSearchParams({ before: '' })}>{t.newest}</Button>}
              {hasMore && <Button onClick={() => setSearchParams({ before: data.at(-1)?.id ?? '' })}>{t.older}</Button>}
            </Toolbar>
          </>
        )}
      </QueryBoundary>
    </Section>
  );
}

function columnsOf(urls: ReadonlyMap<string, string>) {
  const t = accessTexts();
  const event = (type: string) => (t.events as Readonly<Record<string, string>>)[type] ?? type;
  return [
    { key: 'when', label: t.when, cell: ({ created_at: at }: Schemas['WebhookDelivery']) => dateTime(at) },
    { key: 'what', label: t.event, cell: ({ type }: Schemas['WebhookDelivery']) => event(type) },
    {
      key: 'where',
      label: t.address,
      cell: ({ webhook_id: id }: Schemas['WebhookDelivery']) => urls.get(id) ?? '—',
      isSpare: true,
    },
    {
      key: 'state',
      label: t.state,
      cell: ({ status, last_status: code, last_error: error }: Schemas['WebhookDelivery']) => (
        <>
          <Badge variant={looks[status]}>{t.deliveryStates[status]}</Badge>{' '}
          {status !== 'delivered' && (error ?? (code === null ? '' : String(code)))}
        </>
      ),
    },
    {
      key: 'tries',
      label: t.attempts,
      cell: ({ attempts }: Schemas['WebhookDelivery']) => number(attempts),
      isNumber: true,
      isSpare: true,
    },
  ];
}
