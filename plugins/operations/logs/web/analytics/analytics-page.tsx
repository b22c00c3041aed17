import { duration, price } from '#plugins/logs/web/parts/amounts.ts';
import { runsTexts } from '#plugins/logs/web/texts/en.ts';
import {
  ChartList,
  call,
  DataTable,
  ErrorAlert,
  number,
  PageFrame,
  type PageProps,
  QueryBoundary,
  Section,
  saveAnswer,
  setSearchParams,
  useApi,
  useSearchParam,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, LinkButton, Select, TextField, Toolbar } from '#plugins/ui/web/contract.ts';
import { Download } from '#plugins/ui/web/icons.tsx';
import { DayChart } from './day-chart.tsx';
import { type Day, daysBefore, dayText, everyDay, type PlotDay, priceSums, today } from './days.ts';

const FIGURES = '/console/api/apps/{app_id}/figures';
const PERIODS = ['7', '30', '90', '365'] as const;

/** What the app did by days. */
export function Page({ params: { app_id: appId = '' } }: PageProps) {
  const t = runsTexts();
  const [period] = useSearchParam('period', '30');
  const [from] = useSearchParam('from');
  const [to] = useSearchParam('to');
  const isOwn = period === 'own';
  const range = isOwn
    ? { from: from || daysBefore(29), to: to || today() }
    : { from: daysBefore((Number(period) || 30) - 1), to: today() };
  const path = { app_id: appId };
  const answer = useApi(FIGURES, { path, query: range, isLive: true });
  const saving = useSubmit();
  const save = async () =>
    saveAnswer(await call.open('GET', `${FIGURES}/export`, { path, query: range }), `figures-${range.from}.csv`);
  return (
    <PageFrame
      title={t.analytics}
      about={t.analyticsAbout}
      wide
      actions={
        <Button busy={saving.isBusy} onClick={() => void saving.run(save)}>
          <Download />
          {t.exportCsv}
        </Button>
      }
    >
      <Toolbar>
        <Select
          label={t.period}
          labelHidden
          value={period}
          options={[...PERIODS, 'own'].map((value) => ({ value, label: t.periods[value] ?? value }))}
          onChange={(event) => setSearchParams({ period: event.currentTarget.value, ...(!isOwn && range) })}
        />
        {isOwn && (
          <>
            <TextField
              type="date"
              label={t.from}
              labelHidden
              value={range.from}
              max={range.to}
              onChange={(event) => setSearchParams({ from: event.currentTarget.value })}
            />
            <TextField
              type="date"
              label={t.to}
              labelHidden
              value={range.to}
              min={range.from}
              onChange={(event) => setSearchParams({ to: event.currentTarget.value })}
            />
          </>
        )}
      </Toolbar>
      {saving.error !== undefined && <ErrorAlert error={saving.error} />}
      <QueryBoundary answer={answer}>
        {({ data }) =>
          data.every(
            ({ runs, messages, requests, likes, dislikes }) => runs + messages + requests + likes + dislikes === 0,
          ) ? (
            <EmptyState
              title={t.noFigures}
              about={t.noFiguresAbout}
              action={<LinkButton href={`/app/${appId}/build`}>{t.openApp}</LinkButton>}
            />
          ) : (
            <>
              <Charts days={data} all={everyDay(range, data)} />
              <DayTable days={data} />
            </>
          )
        }
      </QueryBoundary>
    </PageFrame>
  );
}

function Charts({ days, all }: { readonly days: readonly Day[]; readonly all: readonly PlotDay[] }) {
  const t = runsTexts();
  const sum = (value: (day: Day) => number) => number(days.reduce((total, day) => total + value(day), 0));
  const currencies = [...new Set(days.flatMap(({ prices }) => prices.map(({ currency }) => currency)))].sort();
  const seconds = (value: number) => duration(value);
  const plain = (value: number) => number(value, { maximumFractionDigits: 1, notation: 'compact' });
  return (
    <ChartList>
      <DayChart
        title={t.runs}
        total={sum(({ runs }) => runs)}
        days={all}
        say={plain}
        series={[{ name: t.runs, of: ({ runs }) => runs }]}
      />
      <DayChart
        title={t.messages}
        total={sum(({ messages }) => messages)}
        days={all}
        say={plain}
        series={[{ name: t.messages, of: ({ messages }) => messages }]}
      />
      <DayChart title={t.users} days={all} say={plain} series={[{ name: t.users, of: ({ users }) => users }]} />
      <DayChart
        title={t.tokens}
        total={sum(({ total_tokens: tokens }) => tokens)}
        days={all}
        say={plain}
        series={[
          { name: t.promptTokens, of: (day) => day.prompt_tokens },
          { name: t.completionTokens, of: (day) => day.completion_tokens },
        ]}
      />
      {currencies.map((currency) => (
        <DayChart
          key={currency}
          title={t.priceIn(currency)}
          total={price(String(priceSums(days).get(currency) ?? 0), currency) ?? ''}
          days={all}
          say={(value) => price(String(value), currency) ?? ''}
          series={[
            { name: t.price, of: (day) => Number(day.prices.find((each) => each.currency === currency)?.amount ?? 0) },
          ]}
        />
      ))}
      <DayChart
        title={t.latency}
        days={all}
        say={seconds}
        isLine
        series={[
          { name: t.half, of: ({ latency }) => latency.p50 },
          { name: t.nearlyAll, of: ({ latency }) => latency.p95 },
        ]}
      />
      <DayChart
        title={t.feedback}
        days={all}
        say={plain}
        series={[
          { name: t.likes, of: ({ likes }) => likes },
          { name: t.dislikes, of: ({ dislikes }) => dislikes },
        ]}
      />
    </ChartList>
  );
}

function DayTable({ days }: { readonly days: readonly Day[] }) {
  const t = runsTexts();
  const newest = [...days].reverse();
  const count = (key: string, label: string, of: (day: Day) => number) => ({
    key,
    label,
    isNumber: true,
    cell: (day: Day) => number(of(day)),
  });
  return (
    <Section title={t.days}>
      <DataTable
        label={t.days}
        rows={newest}
        rowKey={({ day }) => day}
        empty={null}
        columns={[
          { key: 'day', label: t.day, cell: ({ day }) => dayText(day) },
          count('runs', t.runs, ({ runs }) => runs),
          count('messages', t.messages, ({ messages }) => messages),
          count('users', t.users, ({ users }) => users),
          count('tokens', t.tokens, (day) => day.total_tokens),
          {
            key: 'price',
            label: t.price,
            isNumber: true,
            cell: ({ prices }) => prices.map(({ amount, currency }) => price(amount, currency)).join(', ') || '–',
          },
          {
            key: 'latency',
            label: t.half,
            isNumber: true,
            cell: ({ latency: { p50 } }) => (p50 === null ? '–' : duration(p50)),
          },
          count('likes', t.likes, ({ likes }) => likes),
          count('dislikes', t.dislikes, ({ dislikes }) => dislikes),
        ]}
      />
    </Section>
  );
}
