import { getBezierPath, type InternalNode, Position, useInternalNode, useStore, ViewportPortal } from '@xyflow/react';
import { useGraph } from '#plugins/drafts/web/editor/editor-state.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { IconButton } from '#plugins/ui/web/contract.ts';
import { Plus, Trash } from '#plugins/ui/web/icons.tsx';
import styles from './canvas.module.css';
import type { FlowNode } from './flow-elements.ts';
import type { PointerParts } from './use-pointer.ts';

/** Buttons above the middle of the edge that is pointed at or chosen, whose ends stay free to be taken: one that puts a node into it, one that takes it away. */
export function EdgeTools({
  id,
  commands,
  asks,
  onPoint,
}: PointerParts & { readonly id: string; onPoint(isOver: boolean): void }) {
  const t = buildTexts();
  const edge = useGraph().edges.find((each) => each.id === id);
  const source = useInternalNode<FlowNode>(edge?.source ?? '');
  const target = useInternalNode<FlowNode>(edge?.target ?? '');
  const zoom = useStore(({ transform }) => transform[2]);
  if (edge === undefined || source === undefined || target === undefined) return null;
  const [from, to] = [endOf(source, 'source', edge.sourceHandle), endOf(target, 'target', null)];
  const [, x, y] = getBezierPath({
    ...{ sourceX: from.x, sourceY: from.y, sourcePosition: Position.Right },
    ...{ targetX: to.x, targetY: to.y, targetPosition: Position.Left },
  });
  return (
    <ViewportPortal>
      <div
        className={`${styles['edge-tools']} nodrag nopan`}
        style={{
          transform: `translate(${x}px, ${y}px) scale(${Math.max(1, 0.8 / zoom)}) translate(-50%, calc(-100% - 7px))`,
        }}
        onPointerEnter={() => onPoint(true)}
        onPointerLeave={() => onPoint(false)}
      >
        <IconButton
          small
          label={t.insertNode}
          onClick={(event) => {
            const { right, top } = event.currentTarget.getBoundingClientRect();
            asks.palette({ near: { x: right + 8, y: top - 8 }, place: { kind: 'edge', id } });
          }}
        >
          <Plus />
        </IconButton>
        <IconButton small label={t.deleteEdge} onClick={() => commands.removeEdge(id)}>
          <Trash />
        </IconButton>
      </div>
    </ViewportPortal>
  );
}

function endOf({ internals }: InternalNode<FlowNode>, type: 'source' | 'target', id: string | null) {
  const { positionAbsolute: at, handleBounds } = internals;
  const all = handleBounds?.[type] ?? [];
  const { x = 0, y = 0, width = 0, height = 0 } = all.find((each) => each.id === id) ?? all[0] ?? {};
  return { x: at.x + x + (type === 'source' ? width : 0), y: at.y + y + height / 2 };
}
