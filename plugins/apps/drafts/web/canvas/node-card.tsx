import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { useEditor } from '#plugins/drafts/web/editor/editor-state.ts';
import { plainText } from '#plugins/drafts/web/graph/lexical.ts';
import { settingAt, textOf } from '#plugins/drafts/web/graph/read-graph.ts';
import { usePin } from '#plugins/drafts/web/run/pin-store.ts';
import { useNodeRun } from '#plugins/drafts/web/run/run-store.ts';
import { runTexts } from '#plugins/drafts/web/run/texts/en.ts';
import { classes } from '#plugins/ui/web/contract.ts';
import { CirclePlay, Pin, TriangleAlert } from '#plugins/ui/web/icons.tsx';
import styles from './canvas.module.css';
import { CardBody, Way } from './card-body.tsx';
import type { FlowNode } from './flow-elements.ts';
import { useNodeMarks } from './node-marks.ts';
import { RunMark } from './run-mark.tsx';

/** A node: what kind it is, its name, the settings that matter, and how it did. */
export const NodeCard = memo(function NodeCard({ data: { node, shape }, selected }: NodeProps<FlowNode>) {
  const { forms, runs } = useEditor();
  const run = useNodeRun(runs, node.id);
  const marks = useNodeMarks(node.id);
  const pin = usePin(runs.pins, node.id);
  return (
    <CardBody node={node} shape={shape} form={forms.of(node)} selected={selected} look={run && styles[run.status]}>
      {marks.people.length > 0 && (
        <span className={styles.person} title={marks.people.join(', ')} aria-hidden="true">
          {marks.people[0]?.slice(0, 1).toUpperCase()}
        </span>
      )}
      {marks.problem !== null && (
        <span
          className={classes(styles.mark, marks.problem.severity === 'error' ? styles.bad : styles.warn)}
          title={marks.problem.message}
        >
          <TriangleAlert />
        </span>
      )}
      {pin !== undefined && (
        <span className={classes(styles.mark, styles.accent)} title={runTexts().pinned}>
          <Pin />
          <span className="said">{runTexts().isPinned}</span>
        </span>
      )}
      {run !== undefined && <RunMark run={run} />}
    </CardBody>
  );
});

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
      {shape.sources[0] !== undefined && <Way way={shape.sources[0]} />}
    </div>
  );
});

export const nodeTypes = { card: NodeCard, container: NodeCard, note: NoteCard, 'inner-start': InnerStart };
