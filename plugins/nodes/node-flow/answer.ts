import {
  isFileValue,
  type NodeImplementation,
  parseTemplate,
  type Selector,
  type Template,
  type Variables,
} from '#engine';
import { readText } from './settings.ts';

/**
 * The response of a chatflow (app DSL, answer and end): a template, streamed part by part before the node itself runs.
 */
export const node: NodeImplementation<Template> = {
  compile: (data) => parseTemplate(readText(data.answer)),

  run(template, context) {
    const answer = context.render(template, 'markdown');
    const files = template.selectors.length === 0 ? [] : filesOf(template.selectors, context.variables);
    return { outputs: { answer, files }, files };
  },

  responseParts: (template) => template.parts,
};

/** Every file the template names, in order. */
function filesOf(selectors: readonly Selector[], variables: Variables): unknown[] {
  return selectors.flatMap((selector) => {
    const value = variables.get(selector);
    if (isFileValue(value)) return [value];
    return Array.isArray(value) ? value.filter((item) => isFileValue(item)) : [];
  });
}
