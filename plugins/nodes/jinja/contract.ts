/**
 * Jinja2 templates, as CPython renders them. Node modules render them in engine threads; the main thread reads them only, to tell
 * builders what is wrong (`templateProblem`).
 */

export { type CompiledTemplate, compileJinja, TemplateError } from './compile-jinja.ts';
/**
 * `compileJinja` throws TemplateError for a template that can't be parsed; `render` throws it for one that fails or
 * exceeds its limits. Both name line and column.
 */
export { templateProblem } from './template-problem.ts';
