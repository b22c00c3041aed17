/** The canvas as something to look at: for pages that show what ran, or what changed. Loaded when it is shown: it brings the canvas. */
export { GraphView, type GraphViewProps, type Mark } from './graph-view.tsx';
