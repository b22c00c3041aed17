import { NodeError, type NodeImplementation, readSelector, type Selector } from '#engine';
import { type CompiledTemplate, compileJinja, TemplateError } from '#plugins/jinja/contract.ts';
import { invalidSetting, readMappings, readText } from './settings.ts';
import { type TemplateLimits, usualCharacters } from './template-limits.ts';

interface CompiledTransform {
  readonly template: CompiledTemplate;
  readonly variables: readonly { readonly name: string; readonly selector: Selector | null }[];
}

/** A Jinja template over the declared variables and nothing else (app DSL, template-transform). */
export const create = ({ templateCharacters }: TemplateLimits): NodeImplementation<CompiledTransform> => ({
  compile(data, graphNode) {
    const variables = readMappings(data.variables)
      .map((variable) => ({ name: readText(variable.variable), selector: readSelector(variable.value_selector) }))
      .filter(({ name }) => name !== '');
    try {
      const limit = { maxOutput: templateCharacters, setting: 'WEFT_TEMPLATE_CHARACTERS' };
      return { template: compileJinja(readText(data.template), limit), variables };
    } catch (error) {
      if (error instanceof TemplateError) throw invalidSetting(graphNode, 'template', error.message);
      throw error;
    }
  },

  run({ template, variables }, context) {
    const inputs: Record<string, unknown> = {};
    for (const { name, selector } of variables) {
      inputs[name] = selector === null ? null : (context.variables.get(selector) ?? null);
    }
    try {
      return { outputs: { output: template.render(inputs) }, inputs };
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      throw new NodeError('TemplateTransformError', error.message, { details: { inputs }, cause: error });
    }
  },
});

export const node = create({ templateCharacters: usualCharacters });
