import { Handle, Position } from '@xyflow/react';
import { Fragment, type ReactNode } from 'react';
import type { NodeForm } from '#plugins/drafts/web/graph/forms.ts';
import type { Shape, SourceHandle } from '#plugins/drafts/web/graph/geometry.ts';
import type { GraphNode } from '#plugins/drafts/web/graph/read-graph.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { useApi } from '#plugins/studio/web/contract.tsx';
import { classes } from '#plugins/ui/web/contract.ts';
import { Brain } from '#plugins/ui/web/icons.tsx';
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
        {!many && shape.sources[0] !== undefined && <Way way={shape.sources[0]} />}
      </div>
      {shape.rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same, and none is moved.
        <div key={at} className={styles.row} title={row.kind === 'base' ? undefined : row.text} dir="auto">
          {row.kind === 'model' && <Brain className={styles['row-icon']} />}
          {row.kind === 'base' ? <BaseName id={row.text} /> : row.text}
        </div>
      ))}
      {many &&
        shape.sources.map((way) => (
          <Fragment key={way.id}>
            <div className={styles.branch} title={way.label} dir="auto">
              <span>{way.id === 'fail-branch' ? t.onError : way.label}</span>
              <Way way={way} />
            </div>
            {way.lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two conditions may be the same, and none is moved.
              <div key={at} className={styles.condition} title={line} dir="auto">
                {line}
              </div>
            ))}
          </Fragment>
        ))}
    </div>
  );
}

/** A knowledge base by its name; its id, where it is not there. */
function BaseName({ id }: { readonly id: string }) {
  const { value, error } = useApi('/console/api/datasets/{dataset_id}', { path: { dataset_id: id } });
  return <>{value?.name ?? (error === undefined ? '…' : buildTexts().notThere(id))}</>;
}

/** Where edges begin; one that none begins at is a button on a canvas that is changed, which styles draw. */
export function Way({ way: { id, isFree } }: { readonly way: SourceHandle }) {
  return (
    <Handle type="source" id={id} position={Position.Right} className={classes(styles.source, isFree && styles.free)} />
  );
}
