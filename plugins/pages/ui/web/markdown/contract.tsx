/**
 * Shows what models and people write in Markdown, as elements: no markup of theirs is ever parsed as HTML, nothing is
 * fetched from hosts that the owner of an app did not allow. Styles, formulas, highlighting and diagrams included.
 */

/** Which hosts links and pictures may have. */
export type { LinkPolicy } from './link-policy.ts';
export { fetchMarkdown, Markdown, type MarkdownProps } from './markdown.tsx';
export { BesideContext, DrawsDiagramsContext, LinkPolicyContext } from './policy-context.ts';
