/** What of a graph only says how it is drawn, and where on the screen its builder was. */
import type { NodeKinds } from './document-format.ts';

/** Of a node's wrapper. */
export const drawnOfNode: readonly string[] = [
  'position',
  'positionAbsolute',
  'width',
  'height',
  'measured',
  'zIndex',
  'selected',
  'dragging',
  'resizing',
  'hidden',
  'sourcePosition',
  'targetPosition',
  'style',
  'className',
  'draggable',
  'selectable',
  'extent',
];

/** Of an edge. */
export const drawnOfEdge: readonly string[] = ['id', 'type', 'zIndex', 'selected', 'animated', 'style', 'className'];

/** Of a node's data: notes keep their size there. */
export function drawnOfData(type: string, kinds: NodeKinds): readonly string[] {
  const own = type === 'note' || type === '' ? ['width', 'height'] : (kinds.document(type).drawnKeys ?? []);
  return ['selected', ...own];
}
