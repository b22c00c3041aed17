import { PlatformError } from '#kernel';

/** A document that can't be taken in at all. */
export function invalidDocument(message: string, options: { field?: string; cause?: unknown } = {}): PlatformError {
  return new PlatformError('invalid', 'engine.invalid_document', message, options);
}

/** One thing that keeps a graph from running; import warns of it, publishing refuses it. */
export interface GraphProblem {
  /** Names node and field, and says what to do. */
  readonly message: string;
  /** Path of the field: `workflow.graph.edges[3].target`. */
  readonly field: string;
  /** The node it is about, when a run that never reaches that node doesn't suffer from it. */
  readonly nodeId?: string;
  /** As `DocumentProblem.code`; default `invalid_graph`. */
  readonly code?: string;
  /** The message without the node. */
  readonly about?: string;
}

const shownProblems = 10;

/** All problems in one message, so that a builder needn't publish once per mistake. */
export function invalidGraph(problems: readonly GraphProblem[]): PlatformError {
  const shown = problems.slice(0, shownProblems).map((problem) => problem.message);
  if (problems.length > shownProblems) shown.push(`… and ${problems.length - shownProblems} more`);
  const first = problems[0];
  return new PlatformError('invalid', 'engine.invalid_graph', shown.join('\n'), first ? { field: first.field } : {});
}
