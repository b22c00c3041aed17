import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { Badge, DataTable, dateTime, Facts, Section, Shown, useAsked } from '#plugins/studio/web/contract.tsx';
import { installationTexts } from './installation-texts.ts';
import { useOperator } from './operator.ts';
import { OperatorFrame } from './operator-frame.tsx';

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

function Health() {
  const t = installationTexts();
  const answer = useAsked('/readyz', '/readyz', async (signal) => {
    // Not well is an answer, too: its status is 503.
    const got = await fetch('/readyz', { credentials: 'omit', signal });
    return (await got.json()) as Schemas['Readiness'];
  });
  return (
    <Section title={t.health}>
      <Shown answer={answer}>
        {({ checks }) => (
          <DataTable
            label={t.health}
            rows={Object.entries(checks)}
            rowKey={([name]) => name}
            empty={null}
            columns={[
              { key: 'name', label: t.needs, cell: ([name]) => name },
              {
                key: 'state',
                label: t.state,
                cell: ([, { status }]) => (
                  <Badge look={status === 'ok' ? 'ok' : 'bad'}>{status === 'ok' ? t.works : t.failed}</Badge>
                ),
              },
              { key: 'why', label: t.reason, cell: ([, { message }]) => message ?? '' },
            ]}
          />
        )}
      </Shown>
    </Section>
  );
}

function Plugins() {
  const t = installationTexts();
  const answer = useOperator('/console/api/installation/plugins');
  const states = { started: t.runs, failed: t.failed, skipped: t.skipped, off: t.off };
  return (
    <Shown answer={answer}>
      {({ version, started_at: at, data }) => (
        <>
          <Facts
            facts={[
              [t.version, version],
              [t.startedAt, dateTime(at)],
              [t.plugins, String(data.length)],
            ]}
          />
          <Section title={t.plugins}>
            <DataTable
              label={t.plugins}
              rows={[...data].sort((one, other) => Number(one.state === 'started') - Number(other.state === 'started'))}
              rowKey={({ id }) => id}
              empty={null}
              columns={[
                { key: 'id', label: t.name, cell: ({ id }) => id },
                { key: 'group', label: t.group, isSpare: true, cell: ({ group, origin }) => group ?? origin },
                {
                  key: 'state',
                  label: t.state,
                  cell: ({ state }) => (
                    <Badge look={state === 'started' ? 'ok' : state === 'off' ? 'plain' : 'bad'}>{states[state]}</Badge>
                  ),
                },
                { key: 'why', label: t.reason, cell: ({ reason }) => reason ?? '' },
              ]}
            />
          </Section>
        </>
      )}
    </Shown>
  );
}
