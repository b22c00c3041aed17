/**
 * What other node plugins reuse of the flow nodes. Free of the container: node modules import it in engine threads.
 */

/**
 * If-else's conditions (app DSL, if-else), also those of a loop's `break_conditions`. Compile once per graph;
 * `evaluateConditions` throws NodeError for a missing variable or a wrong type.
 */
export {
  type CompiledConditions,
  type ConditionContext,
  type ConditionOutcome,
  compileConditions,
  evaluateConditions,
} from './conditions.ts';
/** What conditions compare of a file, `null` when its record does not say; throws NodeError for an unknown key. */
export { namedAttribute, withDot } from './file-attribute.ts';
/** What to tell of conditions whose operator nobody knows; on the main thread, when a document is read. */
export { operatorWarnings } from './operator-warnings.ts';
/**
 * One comparison operator by its name in documents; an unknown name, or a wrong left type, throws NodeError when
 * called. `operatorName` reads a name: `>=` is `≥`.
 */
export { type Operator, operatorName, operatorOf } from './operators.ts';
