import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  ChartList,
  call,
  ErrorAlert,
  number,
  PageFrame,
  Pager,
  QueryBoundary,
  saveAnswer,
  setSearchParams,
  useApi,
  useSearchParam,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, LinkButton, Notice, Select, TextField, Toolbar } from '#plugins/ui/web/contract.ts';
import { Cross, Download } from '#plugins/ui/web/icons.tsx';
import { money } from '#plugins/usage/web/parts/money.ts';
import { usageTexts } from '#plugins/usage/web/texts/en.ts';
import { DayBars } from './day-bars.tsx';
import { daysOf, rangeOf } from './days.ts';
import { GROUPINGS, type Grouping, GroupTable } from './usage-table.tsx';
import { usageTabs } from './usage-tabs.ts';

const PERIODS = ['7', '30', '90', '365', 'own'] as const;
/** As many days as may be asked for at once. */
const MAX_DAYS = 400;
const LIMIT = 50;

/** What was used, by day, app, model or key. */
export function Page() {
  const t = usageTexts();
  const [asked] = useSearchParam('by', 'day');
  const [period] = useSearchParam('period', '30');
  const [from] = useSearchParam('from');
  const [to] = useSearchParam('to');
  const [app] = useSearchParam('app');
  const [page] = useSearchParam('page', '1');
  const by = GROUPINGS.find((name) => name === asked) ?? 'day';
  const where = { ...rangeOf(period, from, to), ...(app !== '' && { app_id: app }) };
  const paging = by === 'day' ? { limit: MAX_DAYS } : { limit: LIMIT, page: Number(page) || 1 };
  const answer = useApi('/console/api/usage', { query: { ...where, group_by: by, ...paging }, isLive: true });
  const saving = useSubmit();
  const save = async () =>
    saveAnswer(await call.open('GET', '/console/api/usage/export', { query: where }), `usage-${where.from}.csv`);
  return (
    <PageFrame
      title={t.usage}
      about={t.usageAbout}
      wide
      tabs={usageTabs('/usage')}
      actions={
        <Button busy={saving.isBusy} onClick={() => void saving.run(save)}>
          <Download />
          {t.exportCsv}
        </Button>
      }
    >
      <Filters by={by} period={period} range={where} app={app} />
      {saving.error !== undefined && <ErrorAlert error={saving.error} />}
      <QueryBoundary answer={answer}>{(used) => <Used used={used} by={by} />}</QueryBoundary>
    </PageFrame>
  );
}

function Filters({
  by,
  period,
  range,
  app,
}: {
  readonly by: Grouping;
  readonly period: string;
  readonly range: { readonly from: string; readonly to: string };
  readonly app: string;
}) {
  const t = usageTexts();
  const isOwn = period === 'own';
  const choose = (name: string, value: string) => setSearchParams({ [name]: value, page: '' });
  return (
    <Toolbar>
      <Select
        label={t.groupBy}
        labelHidden
        value={by}
        options={GROUPINGS.map((value) => ({ value, label: t.groupings[value] ?? value }))}
        onChange={(event) => choose('by', event.currentTarget.value)}
      />
      <Select
        label={t.period}
        labelHidden
        value={period}
        options={PERIODS.map((value) => ({ value, label: t.periods[value] ?? value }))}
        onChange={(event) => setSearchParams({ ...(!isOwn && range), period: event.currentTarget.value, page: '' })}
      />
      {isOwn && (
        <>
          <TextField
            type="date"
            label={t.from}
            labelHidden
            value={range.from}
            max={range.to}
            onChange={(event) => choose('from', event.currentTarget.value)}
          />
          <TextField
            type="date"
            label={t.to}
            labelHidden
            value={range.to}
            min={range.from}
            onChange={(event) => choose('to', event.currentTarget.value)}
          />
        </>
      )}
      {app !== '' && <OnlyApp id={app} />}
    </Toolbar>
  );
}

function OnlyApp({ id }: { readonly id: string }) {
  const t = usageTexts();
  const { value } = useApi('/console/api/apps/{app_id}', { path: { app_id: id } });
  return (
    <Button small onClick={() => setSearchParams({ app: '', page: '' })}>
      <bdi>{t.onlyApp(value?.name ?? id)}</bdi>
      <Cross />
    </Button>
  );
}

function Used({ used, by }: { readonly used: Schemas['UsagePage']; readonly by: Grouping }) {
  const t = usageTexts();
  const { total, data, page, limit, groups } = used;
  if (total.runs + total.calls + total.requests + total.total_tokens === 0) {
    const action = <LinkButton href="/apps">{t.openApps}</LinkButton>;
    return <EmptyState title={t.noUsage} about={t.noUsageAbout} action={action} />;
  }
  return (
    <>
      {!total.is_priced && <Notice variant="warning">{t.unpriced(number(total.unpriced_tokens))}</Notice>}
      {by === 'day' && <Charts used={used} />}
      <GroupTable by={by} groups={data} total={total} />
      {by !== 'day' && (
        <Pager page={page} limit={limit} total={groups} onPage={(next) => setSearchParams({ page: String(next) })} />
      )}
    </>
  );
}

function Charts({ used: { from, to, total, data } }: { readonly used: Schemas['UsagePage'] }) {
  const t = usageTexts();
  const days = daysOf(from, to);
  const byDay = new Map(data.map((group) => [group.key, group]));
  const values = (of: (group: Schemas['UsageGroup']) => number) =>
    days.map((day) => {
      const group = byDay.get(day);
      return { day, value: group === undefined ? 0 : of(group) };
    });
  return (
    <ChartList>
      <DayBars title={t.runs} total={number(total.runs)} say={number} values={values(({ runs }) => runs)} />
      <DayBars
        title={t.tokens}
        total={number(total.total_tokens)}
        say={number}
        values={values((group) => group.total_tokens)}
      />
      {total.prices.map(({ amount, currency }) => (
        <DayBars
          key={currency}
          title={`${t.price} (${currency})`}
          total={money(amount, currency)}
          say={(value) => money(String(value), currency)}
          values={values(({ prices }) => Number(prices.find((each) => each.currency === currency)?.amount ?? 0))}
        />
      ))}
    </ChartList>
  );
}
