import { Panel, useReactFlow, useStore } from '@xyflow/react';
import { type PointerEvent, useMemo } from 'react';
import { useGraph } from '#plugins/drafts/web/editor/editor-state.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import styles from './canvas.module.css';
import type { FlowNode } from './flow-elements.ts';

/** Around what is drawn. */
const EDGE = 120;

/** The whole in small, with what is seen of it; pressing it goes there. */
export function OverviewMap() {
  const t = buildTexts();
  const graph = useGraph();
  const { getNodes, getNodesBounds, setCenter, getZoom } = useReactFlow<FlowNode>();
  const [x, y, zoom] = useStore(({ transform }) => transform);
  const [width, height] = [useStore((state) => state.width), useStore((state) => state.height)];
  // biome-ignore lint/correctness/useExhaustiveDependencies: where nodes stand is asked for anew when the graph is another one.
  const { cards, bounds } = useMemo(() => {
    const all = getNodes().filter(({ parentId }) => parentId === undefined);
    return { cards: all, bounds: getNodesBounds(all) };
  }, [graph, getNodes, getNodesBounds]);
  const box = {
    ...{ x: bounds.x - EDGE, y: bounds.y - EDGE },
    ...{ width: bounds.width + 2 * EDGE, height: bounds.height + 2 * EDGE },
  };
  const go = (event: PointerEvent<SVGSVGElement>) => {
    if (event.buttons === 0) return;
    const matrix = event.currentTarget.getScreenCTM();
    if (matrix === null) return;
    const to = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    void setCenter(to.x, to.y, { zoom: getZoom() });
  };
  return (
    <Panel position="bottom-right" className={styles.map}>
      <svg
        role="img"
        aria-label={t.minimap}
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        onPointerDown={go}
        onPointerMove={go}
      >
        {cards.map(({ id, position, width: wide = 0, height: high = 0 }) => (
          <rect key={id} x={position.x} y={position.y} width={wide} height={high} rx="12" />
        ))}
        <rect className={styles.seen} x={-x / zoom} y={-y / zoom} width={width / zoom} height={height / zoom} />
      </svg>
    </Panel>
  );
}
