import { Handle, type NodeProps, Position } from '@xyflow/react';
import { memo } from 'react';
import { number } from '#plugins/studio/web/contract.tsx';
import { buildTexts } from '#plugins/studio-build/web/build-texts.ts';
import { useEditor } from '#plugins/studio-build/web/editor/editor-state.ts';
import { plainText } from '#plugins/studio-build/web/graph/lexical.ts';
import { settingAt, textOf } from '#plugins/studio-build/web/graph/read-graph.ts';
import { type NodeRun, useNodeRun } from '#plugins/studio-build/web/run/run-store.ts';
import { classes, Spinner } from '#plugins/ui/web/contract.ts';
import { CircleAlert, CircleCheck, CirclePlay, TriangleAlert } from '#plugins/ui/web/icons.tsx';
import styles from './canvas.module.css';
import type { FlowNode } from './flow-elements.ts';
import { NodeIcon } from './node-icon.tsx';
import { useNodeMarks } from './node-marks.ts';

/** A node: what kind it is, its name, the settings that matter, and how it did. */
export const NodeCard = memo(function NodeCard({ data: { node, shape }, selected }: NodeProps<FlowNode>) {
  const t = buildTexts();
  const { forms, runs } = useEditor();
  const form = forms.of(node);
  const run = useNodeRun(runs, node.id);
  const marks = useNodeMarks(node.id);
  const isContainer = shape.kind === 'container';
  const many = shape.sources.length > 1 && !isContainer;
  return (
    <div
      className={classes(
        styles.card,
        isContainer && styles.container,
        selected && styles.selected,
        run && styles[run.status],
      )}
    >
      {shape.hasTarget && <Handle type="target" id="target" position={Position.Left} className={styles.target} />}
      <div className={styles.head}>
        <NodeIcon icon={form?.icon ?? 'CircleHelp'} colour={form?.colour ?? 'trigger'} />
        <span className={styles.title} dir="auto">
          {node.title || form?.title || node.type}
        </span>
        {marks.people.length > 0 && (
          <span className={styles.person} title={marks.people.join(', ')} aria-hidden="true">
            {marks.people[0]?.slice(0, 1).toUpperCase()}
          </span>
        )}
        {marks.problem !== null && (
          <span
            className={classes(styles.mark, marks.problem.is_error ? styles.bad : styles.warn)}
            title={marks.problem.message}
          >
            <TriangleAlert />
          </span>
        )}
        {run !== undefined && <RunMark run={run} />}
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
});

function RunMark({ run }: { readonly run: NodeRun }) {
  const t = buildTexts();
  const isBusy = run.status === 'running' || run.status === 'retry';
  const isFine = run.status === 'succeeded';
  return (
    <span
      className={classes(styles.mark, isFine && styles.ok, !isBusy && !isFine && styles.bad)}
      title={t.runStates[run.status]}
    >
      {isBusy ? <Spinner /> : isFine ? <CircleCheck /> : <CircleAlert />}
      {run.elapsed !== null && !isBusy && (
        <span>{number(run.elapsed, { maximumFractionDigits: run.elapsed < 10 ? 1 : 0 })} s</span>
      )}
    </span>
  );
}

const themes = new Set(['blue', 'cyan', 'green', 'yellow', 'pink', 'violet']);

/** A remark on the canvas. */
export const NoteCard = memo(function NoteCard({ data: { node }, selected }: NodeProps<FlowNode>) {
  const theme = textOf(node.data.theme);
  const author = settingAt(node.data, 'showAuthor') === true ? textOf(node.data.author) : '';
  return (
    <div
      className={classes(
        styles.note,
        styles[`note-${themes.has(theme) ? theme : 'blue'}`],
        selected && styles.selected,
      )}
      dir="auto"
    >
      <div>{plainText(textOf(node.data.text))}</div>
      {author !== '' && <div className={styles.author}>{author}</div>}
    </div>
  );
});

/** Where the inside of a container begins. */
export const InnerStart = memo(function InnerStart({ data: { shape }, selected }: NodeProps<FlowNode>) {
  return (
    <div className={classes(styles.inner, selected && styles.selected)}>
      <CirclePlay />
      <Handle type="source" id={shape.sources[0]?.id ?? 'source'} position={Position.Right} className={styles.source} />
    </div>
  );
});

export const nodeTypes = { card: NodeCard, container: NodeCard, note: NoteCard, 'inner-start': InnerStart };
