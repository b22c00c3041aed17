import { isMapping } from '#plugins/drafts/web/document/operations.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { type CardRow, conditionLines, rowsOf, type TitleOf } from './card-rows.ts';
import type { Forms, NodeForm } from './forms.ts';
import { type Graph, type GraphNode, keysOf, listAt, type Point, settingAt, textOf } from './read-graph.ts';

export const CARD_WIDTH = 232;
export const GRID = 20;
const HEAD = 44;
const ROW = 22;
const FOOT = 8;
/** A container begins that large, and has room above for its title. */
const CONTAINER = { width: 360, height: 180 };
const none: ReadonlySet<string> = new Set();
/** Edges that name no handle begin at the first. */
const FIRST = '';
export const CONTAINER_HEAD = 44;

/** Where edges begin. */
export interface SourceHandle {
  readonly id: string;
  readonly label: string;
  /** No edge begins there. */
  readonly isFree: boolean;
  /** What stands below the label: conditions. */
  readonly lines: readonly string[];
}

/** How a node is drawn. */
export interface Shape {
  readonly kind: 'card' | 'container' | 'note' | 'inner-start';
  readonly width: number;
  readonly height: number;
  readonly rows: readonly CardRow[];
  readonly sources: readonly SourceHandle[];
  readonly hasTarget: boolean;
}

export interface ShapeParts {
  /** The handles that edges begin at. */
  readonly used?: ReadonlySet<string> | undefined;
  /** What the nodes inside a container take. */
  readonly room?: Room | undefined;
  /** Names of other nodes; the size does not depend on them. */
  readonly titleOf?: TitleOf | undefined;
}

export function shapeOf(
  node: GraphNode,
  forms: Forms,
  { used = none, room, titleOf = String }: ShapeParts = {},
): Shape {
  const form = forms.of(node);
  const plain = { rows: [], sources: [], hasTarget: false };
  if (form?.drawn_as !== undefined) return { kind: 'note', ...sizeOf(node, { width: 240, height: 88 }), ...plain };
  if (forms.isInnerStart(node))
    return {
      kind: 'inner-start',
      width: 44,
      height: 44,
      ...plain,
      sources: [{ id: 'source', label: '', lines: [], isFree: used.size === 0 }],
    };
  const sources = withUsed(handlesOf(node, form, titleOf), used).map((handle, at) => ({
    ...handle,
    isFree: !used.has(handle.id) && !(at === 0 && used.has(FIRST)),
  }));
  const hasTarget = form?.traits.root !== true;
  if (form !== undefined && form.traits.container !== null)
    return { kind: 'container', ...sizeOf(node, CONTAINER, room), rows: [], sources, hasTarget };
  const rows = rowsOf(node, form, titleOf);
  const lines = rows.length + (sources.length > 1 ? linesOf(sources) : 0);
  const height = HEAD + lines * ROW + (lines > 0 ? FOOT : 0);
  return { kind: 'card', width: CARD_WIDTH, height, rows, sources, hasTarget };
}

/** Middle of a handle, below the top of its node. */
export function handleTop({ kind, rows, sources, height }: Shape, at: number): number {
  if (kind === 'inner-start') return height / 2;
  return sources.length > 1 && kind === 'card'
    ? HEAD + (rows.length + linesOf(sources.slice(0, at))) * ROW + ROW / 2
    : HEAD / 2;
}

export interface Room {
  readonly width: number;
  readonly height: number;
}

/** What the nodes inside each container take, as far as they are placed. */
export function roomsOf({ nodes }: Graph, places: ReadonlyMap<string, Point>): ReadonlyMap<string, Room> {
  const rooms = new Map<string, Room>();
  for (const { id, parentId } of nodes) {
    const place = places.get(id);
    if (parentId === null || place === undefined) continue;
    const room = rooms.get(parentId) ?? { width: 0, height: 0 };
    const [width, height] = [place.x + CARD_WIDTH + GRID, place.y + 5 * GRID];
    rooms.set(parentId, { width: Math.max(room.width, width), height: Math.max(room.height, height) });
  }
  return rooms;
}

function sizeOf({ node, data }: GraphNode, least: Room, room: Room = { width: 0, height: 0 }): Room {
  const size = (key: 'width' | 'height') =>
    [node[key], data[key]].find((value) => typeof value === 'number' && value > 0) as number | undefined;
  const wanted = (key: 'width' | 'height') => Math.max(size(key) ?? least[key], room[key], 60);
  return { width: wanted('width'), height: wanted('height') };
}

type Handle = Omit<SourceHandle, 'isFree'>;

function handlesOf({ data }: GraphNode, form: NodeForm | undefined, titleOf: TitleOf): readonly Handle[] {
  const declared = (form?.handles ?? [{ id: 'source' }]).flatMap((handle): Handle[] => {
    const { id, label = '', each, id_at: idAt = 'id', label_at: labelAt } = handle;
    if (each === undefined) return id === undefined ? [] : [{ id, label, lines: [] }];
    return listAt(data, keysOf(each)).flatMap((item, at) => {
      const name = settingAt(item, idAt) ?? (isMapping(item) ? item.id : undefined);
      if (name === undefined || name === null) return [];
      const own = labelAt === undefined ? '' : textOf(settingAt(item, labelAt));
      const lines = each === 'cases' ? conditionLines(item, titleOf) : [];
      const numbered = each === 'cases' ? buildTexts().caseName(at + 1) : `${label} ${at + 1}`.trim();
      return [{ id: String(name), label: own === '' ? numbered : own, lines }];
    });
  });
  return data.error_strategy === 'fail-branch' ? [...declared, { id: 'fail-branch', label: '⚠', lines: [] }] : declared;
}

/** Edges begin somewhere, whatever a document names: a handle that is not declared is drawn, too. */
function withUsed(handles: readonly Handle[], used: ReadonlySet<string>): readonly Handle[] {
  const isOther = used.has('success-branch') && !used.has('source');
  const named = handles.map((each) => (isOther && each.id === 'source' ? { ...each, id: 'success-branch' } : each));
  const more = [...used]
    .filter((id) => id !== FIRST && named.every((each) => each.id !== id))
    .map((id) => ({ id, label: id, lines: [] }));
  return [...named, ...more];
}

/** Labels of ways, and what stands below them. */
function linesOf(sources: readonly SourceHandle[]): number {
  return sources.reduce((sum, { lines }) => sum + 1 + lines.length, 0);
}

/** The handles that edges of each node begin at. */
export function usedHandles({ edges }: Graph): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { source, sourceHandle } of edges) {
    const set = found.get(source) ?? new Set();
    set.add(sourceHandle ?? FIRST);
    found.set(source, set);
  }
  return found;
}
