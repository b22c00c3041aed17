import { Badge, DataTable, DescriptionList, dateTime, QueryBoundary, Section } from '#plugins/studio/web/contract.tsx';
import type { AnswerOf } from '#plugins/ui/web/contract.ts';
import { Health } from './health.tsx';
import { useOperator } from './operator.ts';
import { OperatorFrame } from './operator-frame.tsx';
import { installationTexts } from './texts/en.ts';

/** Whether this server is well, and what of it runs. */
export function Page() {
  const t = installationTexts();
  return (
    <OperatorFrame title={t.server} about={t.serverAbout}>
      <Health />
      <Plugins />
    </OperatorFrame>
  );
}

function Plugins() {
  const t = installationTexts();
  const answer = useOperator('/console/api/installation/plugins');
  return (
    <QueryBoundary answer={answer}>
      {({ version, started_at: at, data }) => (
        <>
          <DescriptionList
            facts={[
              [t.version, version],
              [t.startedAt, dateTime(at)],
              [t.plugins, String(data.length)],
            ]}
          />
          <Section title={t.plugins}>
            <PluginTable label={t.plugins} rows={data.filter(({ state }) => state !== 'started')} />
            <details>
              <summary>
                {t.runs}: {data.filter(({ state }) => state === 'started').length}
              </summary>
              <PluginTable label={t.runs} rows={data.filter(({ state }) => state === 'started')} />
            </details>
          </Section>
        </>
      )}
    </QueryBoundary>
  );
}

type Plugin = AnswerOf<'/console/api/installation/plugins'>['data'][number];

function PluginTable({ label, rows }: { readonly label: string; readonly rows: readonly Plugin[] }) {
  const t = installationTexts();
  const states = { started: t.runs, failed: t.failed, skipped: t.skipped, off: t.off };
  if (rows.length === 0) return null;
  return (
    <DataTable
      label={label}
      rows={rows}
      rowKey={({ id }) => id}
      empty={null}
      columns={[
        { key: 'id', label: t.name, cell: ({ id }) => id },
        { key: 'group', label: t.group, isSpare: true, cell: ({ group, origin }) => group ?? origin },
        {
          key: 'state',
          label: t.state,
          cell: ({ state }) => (
            <Badge variant={state === 'started' ? 'success' : state === 'off' ? 'plain' : 'danger'}>
              {states[state]}
            </Badge>
          ),
        },
        { key: 'why', label: t.reason, cell: ({ reason }) => reason ?? '' },
      ]}
    />
  );
}
