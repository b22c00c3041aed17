import { appDocument, chain, node } from '#engine/testing/app-document.ts';

type Values = Readonly<Record<string, unknown>>;

/** A node inside a container, marked the way editors of today do it. */
export function child(container: string, id: string, type: string, data: Values = {}): object {
  return { ...node(id, type, data), parentId: container, extent: 'parent', zIndex: 1002 };
}

const fruits = {
  id: 'fruits',
  name: 'fruits',
  description: '',
  value_type: 'array[string]',
  value: ['apple', 'banana'],
  selector: ['conversation', 'fruits'],
};

/** A chatflow that says each fruit, then that it is done. */
export function sayingIteration(settings: Values = {}): string {
  return appDocument({
    mode: 'advanced-chat',
    name: 'Saying iteration',
    conversationVariables: [fruits],
    nodes: [
      node('1', 'start', { variables: [] }),
      node('2', 'iteration', {
        start_node_id: '2start',
        iterator_selector: ['conversation', 'fruits'],
        output_selector: ['3', 'answer'],
        is_parallel: false,
        parallel_nums: 10,
        error_handle_mode: 'terminated',
        ...settings,
      }),
      { ...child('2', '2start', 'iteration-start', { isInIteration: true }), type: 'custom-iteration-start' },
      child('2', '3', 'answer', { answer: '{{#2.item#}}\n', isInIteration: true, iteration_id: '2' }),
      node('4', 'answer', { answer: 'done' }),
    ],
    edges: [...chain('1', '2', '4'), ...chain('2start', '3')],
  });
}

/** A chatflow that counts aloud up to two, then says how many rounds that took. */
export function countingLoop(): string {
  const done = { variable_selector: ['2', 'n'], comparison_operator: '≥', value: '2', varType: 'number' };
  const increment = { variable_selector: ['2', 'n'], input_type: 'constant', operation: '+=', value: 1 };
  return appDocument({
    mode: 'advanced-chat',
    name: 'Counting loop',
    nodes: [
      node('1', 'start', { variables: [] }),
      node('2', 'loop', {
        start_node_id: '2start',
        loop_count: 10,
        logical_operator: 'and',
        break_conditions: [done],
        loop_variables: [{ label: 'n', var_type: 'number', value_type: 'constant', value: '0' }],
      }),
      { ...child('2', '2start', 'loop-start', { isInLoop: true }), type: 'custom-loop-start' },
      child('2', '3', 'assigner', { version: '2', items: [increment], isInLoop: true, loop_id: '2' }),
      child('2', '4', 'answer', { answer: '{{#2.n#}}\n', isInLoop: true, loop_id: '2' }),
      node('5', 'answer', { answer: 'after {{#2.loop_round#}}' }),
    ],
    edges: [...chain('1', '2', '5'), ...chain('2start', '3', '4')],
  });
}

/** A workflow that puts each of the words it is given through a template, and has a place for another node. */
export function wordWorkflow(settings: Values = {}, inside: object | null = null): string {
  const template = {
    template: '{{ index }}:{{ word | upper }}',
    variables: [
      { variable: 'index', value_selector: ['2', 'index'] },
      { variable: 'word', value_selector: ['2', 'item'] },
    ],
  };
  return appDocument({
    mode: 'workflow',
    name: 'Words',
    nodes: [
      node('1', 'start', { variables: [{ variable: 'words', label: 'Words', type: 'json_object', required: false }] }),
      node('2', 'iteration', {
        start_node_id: '2start',
        iterator_selector: ['1', 'words', 'list'],
        output_selector: ['3', 'output'],
        ...settings,
      }),
      child('2', '2start', 'iteration-start'),
      child('2', '3', 'template-transform', template),
      ...(inside === null ? [] : [inside]),
      node('4', 'end', { outputs: [{ variable: 'words', value_selector: ['2', 'output'] }] }),
    ],
    edges: [...chain('1', '2', '4'), ...chain('2start', '3'), ...(inside === null ? [] : chain('2start', 'inside'))],
  });
}

/** The same, as older documents have it: the container names an ordinary node as its start, and there is no start node. */
export function oldWordWorkflow(membership: 'data' | 'wrapper' | 'none'): string {
  const document = JSON.parse(wordWorkflow()) as {
    version: string;
    workflow: { graph: { nodes: Record<string, unknown>[]; edges: { source: string }[] } };
  };
  const { graph } = document.workflow;
  document.version = '0.1.2';
  graph.nodes = graph.nodes
    .filter(({ id }) => id !== '2start')
    .map((wrapper) => {
      const data = wrapper.data as Values;
      if (wrapper.id === '2') return { ...wrapper, data: { ...data, start_node_id: '3' } };
      if (wrapper.id !== '3') return wrapper;
      const { parentId: _, extent: __, ...bare } = wrapper;
      if (membership === 'wrapper') return wrapper;
      return membership === 'none' ? bare : { ...bare, data: { ...data, isInIteration: true, iteration_id: '2' } };
    });
  graph.edges = graph.edges.filter(({ source }) => source !== '2start');
  return JSON.stringify(document);
}
