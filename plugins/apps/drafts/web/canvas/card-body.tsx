import { Handle, Position } from '@xyflow/react';
import type { ReactNode } from 'react';
import type { NodeForm } from '#plugins/drafts/web/graph/forms.ts';
import type { Shape } from '#plugins/drafts/web/graph/geometry.ts';
import type { GraphNode } from '#plugins/drafts/web/graph/read-graph.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { classes } from '#plugins/ui/web/contract.ts';
import styles from './canvas.module.css';
import { NodeIcon } from './node-icon.tsx';

/** How a node looks, whoever shows it; `children` stand behind its name. */
export function CardBody({
  node,
  shape,
  form,
  selected,
  look,
  children,
}: {
  readonly node: GraphNode;
  readonly shape: Shape;
  readonly form: NodeForm | undefined;
  readonly selected: boolean | undefined;
  /** Classes that colour it. */
  readonly look?: string | undefined;
  readonly children?: ReactNode;
}) {
  const t = buildTexts();
  const isContainer = shape.kind === 'container';
  const many = shape.sources.length > 1 && !isContainer;
  return (
    <div className={classes(styles.card, isContainer && styles.container, selected && styles.selected, look)}>
      {shape.hasTarget && <Handle type="target" id="target" position={Position.Left} className={styles.target} />}
      <div className={styles.head}>
        <NodeIcon icon={form?.icon ?? 'CircleHelp'} colour={form?.colour ?? 'trigger'} />
        <span className={styles.title} dir="auto">
          {node.title || form?.title || node.type}
        </span>
        {children}
        {!many && shape.sources[0] !== undefined && (
          <Handle type="source" id={shape.sources[0].id} position={Position.Right} className={styles.source} />
        )}
      </div>
      {shape.rows.map((row) => (
        <div key={row} className={styles.row} dir="auto">
          {row}
        </div>
      ))}
      {many &&
        shape.sources.map(({ id, label }) => (
          <div key={id} className={styles.branch} dir="auto">
            {id === 'fail-branch' ? t.onError : label}
            <Handle type="source" id={id} position={Position.Right} className={styles.source} />
          </div>
        ))}
    </div>
  );
}
