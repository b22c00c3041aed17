/** What opens over the canvas at a key or a press: it comes once somebody uses the page. */
export { ConnectNode } from './connect-node.tsx';
export { ContextMenu } from './context-menu.tsx';
export { FindNode } from './find-node.tsx';
export { Palette } from './palette.tsx';
