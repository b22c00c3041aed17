import { type NodeImplementation, type ResponsePart, readSelector, type Selector } from '#engine';
import { readMappings, readText } from './settings.ts';

interface CompiledEnd {
  readonly outputs: readonly { readonly name: string; readonly selector: Selector | null }[];
  readonly parts: readonly ResponsePart[];
}

/** The response of a workflow (app DSL, answer and end); its stream is the variables with a line break between them. */
export const node: NodeImplementation<CompiledEnd> = {
  compile(data) {
    const outputs = readMappings(data.outputs)
      .map((output) => ({ name: readText(output.variable), selector: readSelector(output.value_selector) }))
      .filter((output) => output.name !== '');
    return { outputs, parts: partsOf(outputs) };
  },

  run(compiled, { variables }) {
    const outputs: Record<string, unknown> = {};
    for (const { name, selector } of compiled.outputs) {
      outputs[name] = selector === null ? null : (variables.get(selector) ?? null);
    }
    return { outputs, inputs: outputs };
  },

  responseParts: (compiled) => compiled.parts,
};

function partsOf(outputs: CompiledEnd['outputs']): ResponsePart[] {
  return outputs.flatMap(({ selector }, index): ResponsePart[] => {
    // What does not resolve, or was never chosen, is put out as null, and null shows nothing but its line.
    const line: ResponsePart[] = index === 0 ? [] : [{ kind: 'text', text: '\n' }];
    return selector === null ? line : [...line, { kind: 'variable', selector, missing: '' }];
  });
}
