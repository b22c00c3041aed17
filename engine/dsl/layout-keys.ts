/** What of a graph only says how it is drawn, and where on the screen its builder was. */

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

/** Of a node's data: containers and notes keep their size there. */
export function drawnOfData(type: string): readonly string[] {
  return ['iteration', 'loop', 'note', ''].includes(type) ? ['selected', 'width', 'height'] : ['selected'];
}
