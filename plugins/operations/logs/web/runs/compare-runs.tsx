import { useMemo } from 'react';
import { duration, price, secondTime } from '#plugins/logs/web/parts/amounts.ts';
import { StatusBadge } from '#plugins/logs/web/parts/status-badge.tsx';
import { runsTexts } from '#plugins/logs/web/texts/en.ts';
import { Badge, Link, number, QueryBoundary, Section, useApi, useSearchParam } from '#plugins/studio/web/contract.tsx';
import { Button, JsonTree } from '#plugins/ui/web/contract.ts';
import styles from './compare.module.css';
import { type ComparedNode, comparedNodes, isSame } from './compared-nodes.ts';
import { momentOf, type NodeMoment, type TimedEvent } from './moment.ts';
import { RunCanvas, useRunGraph } from './run-canvas.tsx';
import type { RunDetail } from './run-page.tsx';
import { shownInputs } from './shown-inputs.ts';
import { canvasTexts } from './texts/en.ts';
import { useRunEvents } from './use-run-events.ts';

/** Two runs side by side: what each was given, gave, and did node by node. */
export function CompareRuns({
  run,
  events,
  otherId,
  appId,
}: {
  readonly run: RunDetail;
  readonly events: readonly TimedEvent[];
  readonly otherId: string;
  readonly appId: string;
}) {
  const t = runsTexts();
  const answer = useApi('/console/api/runs/{run_id}', { path: { run_id: otherId } });
  const other = useRunEvents(otherId, false, () => {});
  const words = canvasTexts();
  const [nodeId, choose] = useSearchParam('node');
  const graphs = [useRunGraph(run.id), useRunGraph(otherId)] as const;
  const both = useMemo(() => [momentOf(events).nodes, momentOf(other.events).nodes] as const, [events, other.events]);
  // Until all of the other run is there, everything would differ.
  const compared = useMemo(() => (other.isThere ? comparedNodes(...both) : []), [both, other.isThere]);
  const differing = useMemo(() => new Set(compared.filter(differs).map(nodeOf)), [compared]);
  const isOne = compared.some((each) => nodeOf(each) === nodeId);
  const title = compared.find((each) => nodeOf(each) === nodeId)?.title ?? nodeId;
  return (
    <QueryBoundary answer={answer}>
      {(second) => (
        <Section title={t.comparison} about={t.comparisonAbout}>
          <div className={styles.canvases}>
            {[run, second].map((each, at) => {
              const graph = graphs[at];
              if (graph === undefined) return null;
              return (
                <figure key={each.id}>
                  <figcaption>{`${secondTime(each.created_at)} (${at + 1})`}</figcaption>
                  <RunCanvas
                    graph={graph}
                    appId={appId}
                    nodes={both[at] ?? []}
                    differing={differing}
                    selected={nodeId}
                    onSelect={choose}
                    label={words.graphOf(`${secondTime(each.created_at)} (${at + 1})`)}
                  />
                </figure>
              );
            })}
          </div>
          {isOne && (
            <p className={styles.only} role="status">
              <bdi>{words.onlyNode(title)}</bdi>{' '}
              <Button small onClick={() => choose('')}>
                {words.allNodes}
              </Button>
            </p>
          )}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
          <section className={styles.frame} tabIndex={0} aria-label={t.comparison}>
            <table className={styles.table}>
              <caption className="said">{t.comparison}</caption>
              <thead>
                <tr>
                  <td />
                  <th scope="col">{secondTime(run.created_at)}</th>
                  <th scope="col">
                    <Link href={`/app/${appId}/run/${second.id}`}>{secondTime(second.created_at)}</Link>
                  </th>
                </tr>
              </thead>
              <tbody>
                <Line name={t.status} of={[run, second]} cell={({ status }) => <StatusBadge status={status} />} />
                <Line name={t.time} of={[run, second]} cell={(each) => timeOf(each.elapsed_time)} />
                <Line name={t.tokens} of={[run, second]} cell={(each) => number(each.total_tokens)} />
                <Line
                  name={t.price}
                  of={[run, second]}
                  cell={(each) => price(each.total_price, each.currency) ?? '–'}
                />
                <Values name={t.inputs} one={shownInputs(run.inputs)} other={shownInputs(second.inputs)} />
                <Values name={t.outputs} one={run.outputs} other={second.outputs} />
                {compared
                  .filter((each) => !isOne || nodeOf(each) === nodeId)
                  .map((each) => (
                    <NodeLines key={each.key} compared={each} />
                  ))}
              </tbody>
            </table>
          </section>
        </Section>
      )}
    </QueryBoundary>
  );
}

function timeOf(seconds: number | null): string {
  return seconds === null ? '–' : duration(seconds);
}

function Line<Each>({
  name,
  of,
  cell,
}: {
  readonly name: string;
  readonly of: readonly [Each, Each];
  cell(each: Each): React.ReactNode;
}) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{cell(of[0])}</td>
      <td>{cell(of[1])}</td>
    </tr>
  );
}

function Values({ name, one, other }: { readonly name: string; readonly one: unknown; readonly other: unknown }) {
  const t = runsTexts();
  return (
    <tr>
      <th scope="row">
        {name} {!isSame(one, other) && <Badge variant="accent">{t.differs}</Badge>}
      </th>
      <td>{one === null || one === undefined ? '–' : <JsonTree value={one} />}</td>
      <td>{other === null || other === undefined ? '–' : <JsonTree value={other} />}</td>
    </tr>
  );
}

function nodeOf({ one, other }: ComparedNode): string {
  return (one ?? other)?.nodeId ?? '';
}

function differs({ one, other }: ComparedNode): boolean {
  return one === null || other === null || one.status !== other.status || !isSame(one.outputs, other.outputs);
}

function NodeLines({ compared }: { readonly compared: ComparedNode }) {
  const t = runsTexts();
  const { title, one, other } = compared;
  const isOther = differs(compared);
  return (
    <tr>
      <th scope="row">
        <bdi>{title}</bdi> {isOther && <Badge variant="accent">{t.differs}</Badge>}
      </th>
      <td>
        <NodeCell node={one} hasValues={isOther} />
      </td>
      <td>
        <NodeCell node={other} hasValues={isOther} />
      </td>
    </tr>
  );
}

function NodeCell({ node, hasValues }: { readonly node: NodeMoment | null; readonly hasValues: boolean }) {
  const t = runsTexts();
  if (node === null) return <span className={styles.none}>{t.didNotRun}</span>;
  return (
    <div className={styles.cell}>
      <span>
        <StatusBadge status={node.status} /> {timeOf(node.elapsed)}
      </span>
      {node.error !== null && <p dir="auto">{node.error}</p>}
      {hasValues && node.outputs !== null && <JsonTree value={node.outputs} />}
    </div>
  );
}
