/** The canvas as something to look at: for pages that show what ran, or what changed. Loaded when it is shown: it brings the canvas. */
export { fieldLabels } from '#plugins/drafts/web/graph/field-labels.ts';
export { Forms } from '#plugins/drafts/web/graph/forms.ts';
export { GraphView, type GraphViewProps, type Mark } from './graph-view.tsx';
