import type { NodeTraits, NodeType } from '../../engine/contract.ts';
import type { JsonSchema } from '../../kernel/index.ts';

const selector: JsonSchema = {
  anyOf: [{ type: 'array', items: { type: ['string', 'number'] } }, { type: 'null' }, { const: '' }],
};
const number: JsonSchema = { type: ['number', 'string', 'null'] };
const flag: JsonSchema = { type: ['boolean', 'null'] };
const text: JsonSchema = { type: ['string', 'null'] };

const iteration: JsonSchema = {
  type: 'object',
  properties: {
    iterator_selector: selector,
    output_selector: selector,
    is_parallel: flag,
    parallel_nums: number,
    error_handle_mode: text,
    flatten_output: flag,
  },
};

const loop: JsonSchema = {
  type: 'object',
  properties: {
    loop_count: number,
    logical_operator: { enum: ['and', 'or', '', null] },
    break_conditions: {
      type: ['array', 'null'],
      items: {
        type: 'object',
        properties: { variable_selector: selector, comparison_operator: { type: 'string' } },
      },
    },
    loop_variables: {
      type: ['array', 'null'],
      items: { type: 'object', properties: { label: text, var_type: text, value_type: text } },
    },
  },
};

const anything: JsonSchema = { type: 'object' };

function nodeType(type: string, module: string, traits: NodeTraits, settings: JsonSchema): NodeType {
  return { id: `${type}@1`, type, version: '1', traits, settings, module: new URL(module, import.meta.url) };
}

/** Containers, where their rounds begin, and what ends a loop (app DSL, sections 2.14 and 2.15). */
export const containerNodeTypes: readonly NodeType[] = [
  nodeType('iteration', './iteration.ts', { container: 'iteration' }, iteration),
  nodeType('iteration-start', './marker.ts', { hidden: true }, anything),
  nodeType('loop', './loop.ts', { container: 'loop' }, loop),
  nodeType('loop-start', './marker.ts', { hidden: true }, anything),
  nodeType('loop-end', './marker.ts', {}, anything),
];
