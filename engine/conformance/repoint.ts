/**
 * The copy of a document that is run: every model is the built-in demo model, every HTTP request goes to a server on
 * this machine, and inputs that take files take them by address. What a document says else stays as it is.
 */

import { type Mapping, mappingAt, textAt, valueAt } from '#engine/dsl/tree.ts';
import { isMapping } from '#engine/run/values/value.ts';

const demo = 'demo';

export function repoint(tree: Mapping, origin: string): Mapping {
  const copy = withDemoModels(tree);
  return isMapping(copy) ? withLocalNodes(copy, origin) : tree;
}

/** A model is a mapping that names a provider and itself, wherever it stands. */
function withDemoModels(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withDemoModels(item, key));
  if (!isMapping(value)) return value;
  const name = ['name', 'model'].find((candidate) => typeof valueAt(value, candidate) === 'string');
  if (name !== undefined && typeof valueAt(value, 'provider') === 'string' && /model|^value$/.test(key)) {
    const parameters = mappingAt(value, 'completion_params');
    const paced = valueAt(value, 'completion_params') === undefined ? {} : { completion_params: quick(parameters) };
    return { ...value, provider: demo, [name]: demoModel(key, value), ...paced };
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, replaced(name, item) ?? withDemoModels(item, name)]),
  );
}

/** Limits would cut the demo model's answer in the middle; its words come without pauses. */
function quick(parameters: Mapping): Mapping {
  const { max_tokens: _limit, ...others } = parameters;
  return { ...others, pace_ms: 0 };
}

function demoModel(key: string, value: Mapping): string {
  const type = textAt(value, 'model_type');
  if (/rerank/.test(key) || type === 'rerank') return 'demo-rerank';
  return type === 'text-embedding' ? 'demo-embedding' : 'demo-chat';
}

/** Models of knowledge settings are named by two keys beside each other. */
const flatNames: Readonly<Record<string, string>> = {
  embedding_provider_name: demo,
  embedding_model_name: 'demo-embedding',
  embedding_model_provider: demo,
  embedding_model: 'demo-embedding',
  reranking_provider_name: demo,
  reranking_model_name: 'demo-rerank',
};

const uploadMethods = ['allowed_file_upload_methods', 'allowed_upload_methods', 'transfer_methods'];

function replaced(key: string, value: unknown): unknown {
  if (uploadMethods.includes(key) && Array.isArray(value)) return [...new Set([...value, 'remote_url'])];
  return typeof value === 'string' && value !== '' && Object.hasOwn(flatNames, key) ? flatNames[key] : undefined;
}

function withLocalNodes(tree: Mapping, origin: string): Mapping {
  const workflow = mappingAt(tree, 'workflow');
  const graph = mappingAt(workflow, 'graph');
  const nodes = valueAt(graph, 'nodes');
  if (!Array.isArray(nodes)) return tree;
  const moved = nodes.map((node) => (isMapping(node) ? withModel(withLocalRequest(node, origin)) : node));
  return { ...tree, workflow: { ...workflow, graph: { ...graph, nodes: moved } } };
}

/** Nodes that talk to a model have one even where the document names none, as exports without providers do. */
function withModel(node: Mapping): Mapping {
  const data = mappingAt(node, 'data');
  const model = valueAt(data, 'model');
  const type = textAt(data, 'type');
  if (!modelNodes.includes(type) || !isMapping(model) || valueAt(model, 'provider') === demo) return node;
  const parameters = quick(mappingAt(model, 'completion_params'));
  const named = { mode: 'chat', ...model, provider: demo, name: 'demo-chat', completion_params: parameters };
  return { ...node, data: { ...data, model: named } };
}

const modelNodes = ['llm', 'question-classifier', 'parameter-extractor'];

/** The original address becomes the path, templates included. */
function withLocalRequest(node: Mapping, origin: string): Mapping {
  const data = mappingAt(node, 'data');
  const url = valueAt(data, 'url');
  if (textAt(data, 'type') !== 'http-request' || typeof url !== 'string') return node;
  return { ...node, data: { ...data, url: `${origin}/${url.trim()}` } };
}
