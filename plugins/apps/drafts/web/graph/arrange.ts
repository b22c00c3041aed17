import type { Point } from './places.ts';

/** Nearer nodes touch. */
const CLOSE = 20;

/** What a node takes of the canvas. */
export interface Placed extends Point {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** The line several nodes are put on. */
export type Side = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom';

export const sides: readonly Side[] = ['left', 'centre', 'right', 'top', 'middle', 'bottom'];

/** New places, by ids. */
type Places = ReadonlyMap<string, Point>;

/** All on one line of the room they take. */
export function aligned(nodes: readonly Placed[], side: Side): Places {
  const [left, top] = [Math.min(...nodes.map(({ x }) => x)), Math.min(...nodes.map(({ y }) => y))];
  const right = Math.max(...nodes.map(({ x, width }) => x + width));
  const bottom = Math.max(...nodes.map(({ y, height }) => y + height));
  return new Map(
    nodes.map(({ id, x, y, width, height }) => {
      const to = {
        ...{ left: { x: left, y }, centre: { x: (left + right - width) / 2, y }, right: { x: right - width, y } },
        ...{ top: { x, y: top }, middle: { x, y: (top + bottom - height) / 2 }, bottom: { x, y: bottom - height } },
      };
      return [id, to[side]];
    }),
  );
}

/** With the same room between each and the next; the outer ones stay. */
export function distributed(nodes: readonly Placed[], axis: 'x' | 'y'): Places {
  const size = axis === 'x' ? 'width' : 'height';
  const ordered = nodes.toSorted((one, other) => one[axis] - other[axis]);
  const [first, last] = [ordered[0], ordered.at(-1)];
  if (first === undefined || last === undefined || ordered.length < 3) return new Map();
  const taken = ordered.reduce((sum, each) => sum + each[size], 0);
  const between = (last[axis] + last[size] - first[axis] - taken) / (ordered.length - 1);
  let at = first[axis];
  return new Map(
    ordered.map(({ id, x, y, [size]: own }) => {
      const to = axis === 'x' ? { x: at, y } : { x, y: at };
      at += own + between;
      return [id, to];
    }),
  );
}

/** Between nodes above each other. */
export const BETWEEN = 28;

/** How far down several nodes go together until none of them lies on another. */
export function freeBelow(nodes: readonly Placed[], others: readonly Placed[]): number {
  let down = 0;
  for (let tries = 0; tries <= nodes.length * others.length; tries++) {
    const steps = nodes.flatMap((node) =>
      others
        .filter((other) => isOn({ ...node, y: node.y + down }, other))
        .map((other) => other.y + other.height + BETWEEN - node.y - down),
    );
    if (steps.length === 0) break;
    down += Math.max(...steps);
  }
  return down;
}

/** Whether a node lies on another, or touches it. */
export function isOn(one: Placed, other: Placed): boolean {
  return (
    one.x < other.x + other.width + CLOSE &&
    other.x < one.x + one.width + CLOSE &&
    one.y < other.y + other.height + CLOSE / 2 &&
    other.y < one.y + one.height + CLOSE / 2
  );
}

/** A step from node to node. */
export type Way = 'left' | 'right' | 'up' | 'down';

/** The nearest in a direction: what lies aside counts as farther. */
export function nearest(nodes: readonly Placed[], id: string, way: Way): string | null {
  const from = nodes.find((each) => each.id === id);
  if (from === undefined) return null;
  const isAcross = way === 'left' || way === 'right';
  const sign = way === 'left' || way === 'up' ? -1 : 1;
  const middle = ({ x, y, width, height }: Placed) => ({ x: x + width / 2, y: y + height / 2 });
  const begin = middle(from);
  let best: { readonly id: string; readonly far: number } | null = null;
  for (const each of nodes) {
    const end = middle(each);
    const along = sign * (isAcross ? end.x - begin.x : end.y - begin.y);
    const aside = Math.abs(isAcross ? end.y - begin.y : end.x - begin.x);
    if (each.id === id || along <= 0) continue;
    const far = along + 2 * aside;
    if (best === null || far < best.far) best = { id: each.id, far };
  }
  return best?.id ?? null;
}
