import { type NodeType, withDocuments } from '#engine';
import type { JsonSchema } from '#kernel';
import { operatorWarnings } from '#plugins/node-flow/contract.ts';
import { documents } from './document.ts';

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

function nodeType(
  type: string,
  { traits = {}, settings = { type: 'object' }, ...rest }: Pick<NodeType, 'module'> & Partial<NodeType>,
): NodeType {
  return { id: `${type}@1`, type, version: '1', traits, settings, ...rest };
}

/** Containers, where their rounds begin, and what ends a loop (app DSL, iteration; loop). */
export const containerNodeTypes: readonly NodeType[] = withDocuments(documents, [
  nodeType('iteration', {
    module: new URL('./iteration.ts', import.meta.url),
    traits: { container: { kind: 'iteration', pool: 'copied' } },
    settings: iteration,
  }),
  nodeType('iteration-start', { module: new URL('./marker.ts', import.meta.url), traits: { hidden: true } }),
  nodeType('loop', {
    module: new URL('./loop.ts', import.meta.url),
    traits: { container: { kind: 'loop', pool: 'shared' } },
    settings: loop,
    lint: ({ break_conditions }) => operatorWarnings(break_conditions, 'break_conditions'),
  }),
  nodeType('loop-start', { module: new URL('./marker.ts', import.meta.url), traits: { hidden: true } }),
  nodeType('loop-end', { module: new URL('./marker.ts', import.meta.url) }),
]);
