import { duration } from '#plugins/logs/web/parts/amounts.ts';
import { StatusBadge } from '#plugins/logs/web/parts/status-badge.tsx';
import { runsTexts } from '#plugins/logs/web/texts/en.ts';
import { classes, Muted } from '#plugins/ui/web/contract.ts';
import type { NodeMoment } from './moment.ts';
import styles from './run.module.css';

const WIDTH = 1000;
/** Of a bar. */
const LEAST = 6;
const SHOWN_MOST = 500;

/** Nodes by their start, each with the time it took as a bar. */
export function NodeTimeline({
  nodes,
  chosen,
  onChoose,
}: {
  readonly nodes: readonly NodeMoment[];
  readonly chosen: string;
  onChoose(executionId: string): void;
}) {
  const t = runsTexts();
  const begin = Math.min(...nodes.map(({ startedAt }) => startedAt));
  const end = Math.max(begin + 1, ...nodes.map(({ startedAt, finishedAt }) => finishedAt ?? startedAt));
  const placeOf = (time: number) => ((time - begin) / (end - begin)) * WIDTH;
  return (
    <ol className={styles.timeline} aria-label={t.nodes}>
      {nodes.slice(0, SHOWN_MOST).map((node) => {
        // What took no time is seen as well, at the end too.
        const from = Math.min(WIDTH - LEAST, placeOf(node.startedAt));
        const to = placeOf(node.finishedAt ?? end);
        return (
          <li key={node.executionId}>
            <button
              type="button"
              className={classes(styles.node, node.depth > 0 && styles.inner)}
              aria-pressed={node.executionId === chosen}
              onClick={() => onChoose(node.executionId === chosen ? '' : node.executionId)}
            >
              <span className={styles.name}>
                <bdi>{node.title || node.nodeId}</bdi>
                {node.round !== null && <small> #{node.round}</small>}
              </span>
              <span className={styles.took}>{node.elapsed === null ? '' : duration(node.elapsed)}</span>
              <StatusBadge status={node.status} />
              <svg className={styles.bar} viewBox={`0 0 ${WIDTH} 6`} preserveAspectRatio="none" aria-hidden="true">
                <rect className={styles.track} x={0} y={0} width={WIDTH} height={6} />
                <rect
                  className={classes(styles.span, node.status === 'failed' && styles.broken)}
                  x={from}
                  y={0}
                  width={Math.max(LEAST, to - from)}
                  height={6}
                />
              </svg>
            </button>
          </li>
        );
      })}
      {nodes.length > SHOWN_MOST && <Muted as="li">{t.moreNodes(nodes.length - SHOWN_MOST)}</Muted>}
    </ol>
  );
}
