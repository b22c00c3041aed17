import type { NodeImplementation } from '#engine';
import { readMappings, readText } from './settings.ts';

interface CompiledStart {
  readonly names: readonly string[];
}

/**
 * The root of a user-started graph (app DSL, start). The pool holds the checked inputs under this node before the
 * run; the node publishes them, and the system values under dotted names (`[start, "sys.query"]`). Environment and
 * conversation values are not published: secrets would reach the trace.
 */
export const node: NodeImplementation<CompiledStart> = {
  compile: (data) => ({
    names: readMappings(data.variables)
      .map((variable) => readText(variable.variable))
      .filter((name) => name !== ''),
  }),

  run({ names }, { node: { id }, variables }) {
    const outputs: Record<string, unknown> = {};
    for (const name of names) outputs[name] = variables.get([id, name]) ?? null;
    for (const name of variables.names(id)) {
      if (!Object.hasOwn(outputs, name)) outputs[name] = variables.get([id, name]) ?? null;
    }
    for (const name of variables.names('sys')) outputs[`sys.${name}`] = variables.get(['sys', name]) ?? null;
    return { outputs, inputs: outputs };
  },
};
