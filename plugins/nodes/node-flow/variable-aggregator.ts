import {
  isMapping,
  type NodeImplementation,
  type NodeResult,
  readSelector,
  type Selector,
  type Variables,
} from '#engine';
import { readMappings, readText } from './settings.ts';

interface CompiledAggregator {
  readonly selectors: readonly Selector[];
  /** Null when groups are off. */
  readonly groups: readonly { readonly name: string; readonly selectors: readonly Selector[] }[] | null;
}

/** Joins branches: the first selector that exists wins, even with a null (app DSL, variable-aggregator). */
export const node: NodeImplementation<CompiledAggregator> = {
  compile(data) {
    const settings = isMapping(data.advanced_settings) ? data.advanced_settings : {};
    return {
      selectors: readSelectors(data.variables),
      groups:
        settings.group_enabled === true
          ? readMappings(settings.groups).map((group) => ({
              name: readText(group.group_name),
              selectors: readSelectors(group.variables),
            }))
          : null,
    };
  },

  run({ selectors, groups }, { variables }): NodeResult {
    const inputs: Record<string, unknown> = {};
    const outputs: Record<string, unknown> = {};
    if (groups === null) {
      const value = firstExisting(selectors, variables, inputs);
      if (value !== undefined) outputs.output = value;
      return { outputs, inputs };
    }
    for (const group of groups) {
      const value = firstExisting(group.selectors, variables, inputs);
      if (value !== undefined) outputs[group.name] = { output: value };
    }
    return { outputs, inputs };
  },
};

function readSelectors(value: unknown): Selector[] {
  return Array.isArray(value) ? value.map(readSelector).filter((selector) => selector !== null) : [];
}

function firstExisting(selectors: readonly Selector[], variables: Variables, inputs: Record<string, unknown>): unknown {
  for (const selector of selectors) {
    const value = variables.get(selector);
    if (value === undefined) continue;
    inputs[selector.slice(1).join('.')] = value;
    return value;
  }
  return undefined;
}
