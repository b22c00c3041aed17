/** What a real run of a document would need and this machine has not: stand-ins take its place, or the run ends there. */
import { listAt, type Mapping, mappingAt, textAt, valueAt } from '#engine/dsl/tree.ts';

export interface Need {
  /** Of the node that has it; empty: the whole document. */
  readonly nodeId: string;
  readonly name: string;
  /** Something may be there after all, so a node that succeeds has what it needs; a stand-in never is the real thing. */
  readonly isStandIn: boolean;
}

export interface NodeView {
  readonly id: string;
  readonly type: string;
  readonly data: Mapping;
}

export function nodesOf(tree: Mapping): NodeView[] {
  const graph = mappingAt(mappingAt(tree, 'workflow'), 'graph');
  return listAt(graph, 'nodes').flatMap((node) => {
    const data = mappingAt(node, 'data');
    const type = textAt(data, 'type');
    return type === '' ? [] : [{ id: textAt(node, 'id'), type, data }];
  });
}

export function needsOf(tree: Mapping): Need[] {
  return [...nodesOf(tree).flatMap(nodeNeeds), ...configNeeds(mappingAt(tree, 'model_config'))];
}

function nodeNeeds({ id, type, data }: NodeView): Need[] {
  const need = (name: string, isStandIn: boolean): Need[] => [{ nodeId: id, name, isStandIn }];
  switch (type) {
    case 'http-request':
      return need('http', true);
    case 'tool':
      return need(`tool ${textAt(data, 'provider_name') || textAt(data, 'provider_id')}`, false);
    case 'agent':
      return need(`agent ${textAt(data, 'agent_strategy_name')}`.trim(), false);
    case 'knowledge-retrieval':
    case 'knowledge-retrieval-v2':
    case 'knowledge-index':
    case 'datasource':
      return need('knowledge', true);
    case 'human-input':
      return need('a person', true);
    case 'code':
      return foreignModules(data).flatMap((name) => need(`python ${name}`, false));
    case 'start':
      return listAt(data, 'variables').some((item) => /^files?(-list)?$/.test(textAt(item, 'type')))
        ? need('files', true)
        : [];
    default:
      return type.startsWith('trigger-') ? need('a trigger', true) : [];
  }
}

function configNeeds(config: Mapping): Need[] {
  const tools = listAt(mappingAt(config, 'agent_mode'), 'tools').filter((tool) => valueAt(tool, 'enabled') !== false);
  const datasets = listAt(mappingAt(mappingAt(config, 'dataset_configs'), 'datasets'), 'datasets');
  return [
    ...tools.map((tool) => ({ nodeId: '', name: `tool ${textAt(tool, 'provider_name')}`, isStandIn: false })),
    ...(datasets.length > 0 ? [{ nodeId: '', name: 'knowledge', isStandIn: true }] : []),
  ];
}

const standardModules = new Set(
  'abc ast base64 bisect calendar cmath collections copy csv dataclasses datetime decimal difflib enum fractions functools gzip hashlib heapq hmac html http io itertools json keyword locale logging math numbers operator os pathlib pickle platform pprint random re secrets shutil statistics string struct subprocess sys tempfile textwrap threading time traceback types typing unicodedata urllib uuid warnings xml zipfile zlib zoneinfo'.split(
    ' ',
  ),
);

/** Modules of Python code that don't come with Python. */
function foreignModules(data: Mapping): string[] {
  if (textAt(data, 'code_language') !== 'python3') return [];
  const found = textAt(data, 'code').matchAll(/^[ \t]*(?:from[ \t]+(\w+)[\w.]*[ \t]+import|import[ \t]+(.+))/gm);
  const names = [...found].flatMap(([, from, list]) =>
    from !== undefined ? [from] : (list ?? '').split(',').map((part) => /^\s*(\w+)/.exec(part)?.[1] ?? ''),
  );
  return [...new Set(names)].filter((name) => name !== '' && name !== '__future__' && !standardModules.has(name));
}

/** Ids of the nodes whose values a node reads, through others too. */
export function sourcesOf(nodeId: string, tree: Mapping): ReadonlySet<string> {
  const nodes = new Map(nodesOf(tree).map((node) => [node.id, node]));
  const sources = new Set<string>();
  const queue = [nodeId];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const found of idsIn(nodes.get(id)?.data)) {
      if (sources.has(found) || !(nodes.has(found) || found === 'sys' || found === 'conversation')) continue;
      sources.add(found);
      queue.push(found);
    }
  }
  return sources;
}

/** Whatever looks like a selector or a placeholder in a node's settings. */
function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return [...value.matchAll(/\{\{#(\w+)\./g)].map(([, id]) => id ?? '');
  if (Array.isArray(value)) {
    const [first] = value;
    return [...(typeof first === 'string' && value.length > 1 ? [first] : []), ...value.flatMap(idsIn)];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : [];
}
