/**
 * One check of a document: everything a run of it needs, told by node and field, with what mends it where that is known. The same is
 * shown beside fields, on cards, in lists, by plans of imports and by the command line.
 *
 * What only knows a node type is its `lint` (`NodeType`), what knows a workspace is `missing` of a `DocumentLinter`; here is what follows
 * from the forms of node types and from the graph.
 */
import type { DocumentProblem, JsonText } from '#engine';
import { token } from '#kernel';
import type { KnownForms } from './node-forms.ts';

/** What follows from the form of a node type: `holds` and `defaultsOf` judge fields, `settingsOf` walks them, `GraphVariables` knows what nodes give. */
export { defaultsOf, holds, type KnownForms } from './node-forms.ts';
export { type Setting, settingsOf } from './settings-of.ts';
export { GraphVariables } from './variables.ts';

/** A problem with the name of the node it is about. */
export interface AppProblem extends DocumentProblem {
  /** null: the document as a whole. */
  readonly nodeTitle: string | null;
}

/** Checks documents. */
export interface AppChecks {
  /** Forms of node types by what documents call them. */
  readonly forms: KnownForms;
  /** All that is known, errors first, in the order of the graph; at most 500. Nobody outside is contacted. */
  check(tree: JsonText, from: { readonly workspaceId: string }): Promise<readonly AppProblem[]>;
}

/** The check of documents, for whoever shows or refuses them. */
export const AppChecks = token<AppChecks>('app-checks.checks');
export { problemItem, problemSchema } from './problem-schema.ts';
