/** What a workspace has to have for a document, for others who judge documents before they take them. */

/** Tools that a document names, with the nodes that do. */
export { type NeededTool, neededTools } from './document-needs.ts';
/** Those of the ids that are knowledge bases of the workspace; what is no id is none. */
export { type KnownDatasets, knownDatasets } from './known-datasets.ts';
