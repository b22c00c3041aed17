import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import styles from './app-list.module.css';

/** Of a node, in pixels of the canvas. */
const NODE = { width: 232, height: 90 };

/** A graph drawn small; nothing of it can be read, so it is not told to those who don't see it. */
export function GraphPicture({ picture: { nodes, edges } }: { readonly picture: Schemas['TemplatePicture'] }) {
  if (nodes.length < 2) return null;
  const [xs, ys] = [nodes.map(({ x }) => x), nodes.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const width = Math.max(...xs) - left + NODE.width;
  const height = Math.max(...ys) - top + NODE.height;
  return (
    <svg className={styles.picture} viewBox={`${left - 8} ${top - 8} ${width + 16} ${height + 16}`} aria-hidden="true">
      {edges.map(({ from, to }) => {
        const [one, other] = [nodes[from], nodes[to]];
        if (one === undefined || other === undefined) return null;
        const [x1, y1] = [one.x + NODE.width, one.y + NODE.height / 2];
        const [x2, y2] = [other.x, other.y + NODE.height / 2];
        const middle = (x1 + x2) / 2;
        return <path key={`${from} ${to}`} d={`M${x1} ${y1} C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`} />;
      })}
      {nodes.map(({ x, y }) => (
        <rect key={`${x} ${y}`} x={x} y={y} rx={16} {...NODE} />
      ))}
    </svg>
  );
}
