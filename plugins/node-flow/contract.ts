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
/**
 * Jinja templates (app DSL, template-transform). `compileJinja` throws TemplateError for a template that can't be
 * parsed; `render` throws it for one that fails or exceeds its limits. Both name line and column.
 */
export { type CompiledTemplate, compileJinja, TemplateError } from './jinja/compile-jinja.ts';
/** What to tell of conditions whose operator nobody knows; on the main thread, when a document is read. */
export { operatorAdvice } from './operator-advice.ts';
/**
 * One comparison operator by its name in documents; an unknown name, or a wrong left type, throws NodeError when
 * called. `operatorName` reads a name: `>=` is `≥`.
 */
export { type Operator, operatorName, operatorOf } from './operators.ts';
/** Numbers as conditions read and compare them: texts as Python reads them, integers exactly, 1 equal to 1.0. */
export { comparable, isSameNumber, isTruthy, parseFloatText, parseInteger } from './python-number.ts';
