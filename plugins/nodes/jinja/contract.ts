/**
 * Jinja2 templates, as CPython renders them. Node modules import this in engine threads; the main thread has no use for
 * it and doesn't load it.
 */

/**
 * `compileJinja` throws TemplateError for a template that can't be parsed; `render` throws it for one that fails or
 * exceeds its limits. Both name line and column.
 */
export { type CompiledTemplate, compileJinja, TemplateError } from './compile-jinja.ts';
