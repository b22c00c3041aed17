/**
 * What other node plugins reuse of the flow nodes. Free of the container: node modules import it in engine threads.
 */

/**
 * If-else's conditions (app-dsl, section 2.5), also those of a loop's `break_conditions`. Compile once per graph;
 * `evaluateConditions` throws NodeError for a missing variable or a wrong type.
 */
export {
  type CompiledConditions,
  type ConditionContext,
  type ConditionOutcome,
  compileConditions,
  evaluateConditions,
} from './conditions.ts';
/**
 * Jinja templates (app-dsl, section 2.7). `compileJinja` throws TemplateError for a template that can't be parsed;
 * `render` throws it for one that fails or exceeds its limits. Both name line and column.
 */
export { type CompiledTemplate, compileJinja, TemplateError } from './jinja/compile-jinja.ts';
