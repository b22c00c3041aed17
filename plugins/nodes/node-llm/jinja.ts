import { NodeError } from '#engine';
import { PlatformError } from '#kernel';
import { compileJinja as compile, TemplateError } from '#plugins/jinja/contract.ts';

/** What stands for the marks `{{#context#}}`, `{{#histories#}}` and `{{#query#}}`, which are no Jinja. */
export interface Marks {
  readonly context: string;
  readonly histories: string;
  readonly query: string;
}

export interface JinjaTemplate {
  /** Throws NodeError when the template fails or exceeds its limits. */
  render(values: Readonly<Record<string, unknown>>, marks: Marks): string;
}

/** Marks that are no Jinja, as names that are. */
export function withMarks(text: string): string {
  return text.replace(/\{\{#(context|histories|query)#\}\}/g, '{{ weft_mark_$1 }}');
}

/** Compiles a Jinja message. `place` names the node in the error of a template that can't be parsed. */
export function compileJinja(text: string, place: string): JinjaTemplate {
  const template = parse(withMarks(text), place);
  return {
    render(values, marks) {
      try {
        return template.render({
          ...values,
          weft_mark_context: marks.context,
          weft_mark_histories: marks.histories,
          weft_mark_query: marks.query,
        });
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        throw new NodeError('TemplateTransformError', `A Jinja message failed: ${error.message}`, { cause: error });
      }
    },
  };
}

function parse(text: string, place: string): ReturnType<typeof compile> {
  try {
    return compile(text);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw new PlatformError(
      'invalid',
      'node-llm.invalid_setting',
      `Node ${place}: a Jinja message of prompt_template can not be read: ${error.message}`,
      { field: 'prompt_template', cause: error },
    );
  }
}
