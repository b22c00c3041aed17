/** Apps without a graph: a model configuration becomes start → (knowledge) → model → answer. */
import type { AppMode, GraphEdge, GraphNode } from '#engine';
import type { GraphProblem } from './document-error.ts';
import type { NodeKinds } from './document-format.ts';
import { type Form, formOfControls } from './input-form.ts';
import { fileUpload } from './parameters.ts';
import { datasetIds, defaultStops, promptNames, promptSettings } from './prompt-config.ts';
import { integerAt, listAt, type Mapping, mappingAt, textAt, valueAt } from './tree.ts';

export interface ModelApp {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly form: Form;
  readonly problems: readonly GraphProblem[];
  readonly warnings: readonly string[];
}

export function modelApp(config: Mapping, mode: AppMode, kinds: NodeKinds): ModelApp {
  const isChat = mode === 'chat';
  const form = isChat ? storedForm(config) : withQuery(storedForm(config), config);
  const names = variableNames(form);
  const query = isChat ? '{{#sys.query#}}' : names.has('query') ? '{{#start.query#}}' : '';
  const knowledge = knowledgeNode(config, isChat, names);
  const canRetrieve = knowledge !== undefined && kinds.isKnown(knowledge.type);
  const warnings = [...form.warnings, ...ignoredParts(config)];
  if (knowledge !== undefined && !canRetrieve) {
    warnings.push(
      'The knowledge bases of model_config.dataset_configs are not asked: no plugin here brings the node type knowledge-retrieval.',
    );
  }
  const model = modelNode(
    config,
    promptSettings(config, { names, startId: 'start', query, hasContext: canRetrieve, hasMemory: isChat }),
    canRetrieve,
  );
  const variables = form.fields.flatMap((field) => Object.values(field));
  const nodes = [
    nodeOf('start', 'start', 'Start', { variables }),
    ...(canRetrieve ? [knowledge] : []),
    model,
    nodeOf('answer', 'answer', 'Answer', { answer: '{{#llm.text#}}', variables: [] }),
  ];
  return { ...chainOf(nodes), form, problems: [...form.problems, ...modelProblems(config)], warnings };
}

/** Names of a form's variables. */
export function variableNames(form: Form): ReadonlySet<string> {
  return new Set(form.fields.flatMap((field) => Object.values(field).map((control) => String(control.variable))));
}

/** Nodes one after the other. */
export function chainOf(nodes: readonly GraphNode[]): Pick<ModelApp, 'nodes' | 'edges'> {
  const edges = nodes
    .slice(1)
    .map((target, index): GraphEdge => ({ source: nodes[index]?.id ?? '', sourceHandle: 'source', target: target.id }));
  return { nodes, edges };
}

function storedForm(config: Mapping): Form {
  return formOfControls(listAt(config, 'user_input_form'), 'model_config.user_input_form');
}

/** A text generator asks for `query` when a prompt names it, or when there is nothing else to send. */
function withQuery(form: Form, config: Mapping): Form {
  const isDeclared = form.fields.some((field) => Object.values(field).some((control) => control.variable === 'query'));
  const isNeeded = promptNames(config, 'query') || isPromptless(config);
  if (isDeclared || !isNeeded) return form;
  const control = { variable: 'query', label: 'Query', type: 'paragraph', required: false, default: null };
  return { ...form, fields: [...form.fields, { paragraph: control }] };
}

function isPromptless(config: Mapping): boolean {
  return textAt(config, 'prompt_type') !== 'advanced' && textAt(config, 'pre_prompt').trim() === '';
}

export function nodeOf(id: string, type: string, title: string, data: Mapping): GraphNode {
  return { id, type, version: '1', title, parent: null, data: { type, title, ...data } };
}

function modelNode(config: Mapping, prompt: Mapping, hasContext: boolean): GraphNode {
  const model = mappingAt(config, 'model');
  const upload = fileUpload(config);
  return nodeOf('llm', 'llm', 'Model', {
    model: {
      provider: textAt(model, 'provider'),
      name: textAt(model, 'name'),
      mode: textAt(model, 'mode', 'chat'),
      completion_params: parametersOf(config, valueAt(prompt, 'memory') !== undefined),
    },
    ...prompt,
    context: { enabled: hasContext, variable_selector: hasContext ? ['knowledge', 'result'] : [] },
    vision: upload.enabled
      ? { enabled: true, configs: { variable_selector: ['sys', 'files'], detail: upload.image.detail } }
      : { enabled: false },
  });
}

/** The model's parameters, with our own stop words where the document has none. */
function parametersOf(config: Mapping, hasMemory: boolean): Mapping {
  const parameters = mappingAt(mappingAt(config, 'model'), 'completion_params');
  const stops = defaultStops(config, hasMemory);
  return stops.length === 0 || listAt(parameters, 'stop').length > 0 ? parameters : { ...parameters, stop: stops };
}

/** One that names none at all is asked of the workspace's default model. */
export function modelProblems(config: Mapping): GraphProblem[] {
  const empty = ['provider', 'name'].filter((key) => textAt(mappingAt(config, 'model'), key) === '');
  return (empty.length === 2 ? [] : empty).map((key) => ({
    message: `The application names half a model (model_config.model.${key} is missing): choose one.`,
    field: `model_config.model.${key}`,
  }));
}

function knowledgeNode(config: Mapping, isChat: boolean, names: ReadonlySet<string>): GraphNode | undefined {
  const ids = datasetIds(config);
  const variable = textAt(config, 'dataset_query_variable');
  const asked = isChat
    ? ['sys', 'query']
    : names.has(variable)
      ? ['start', variable]
      : names.has('query')
        ? ['start', 'query']
        : [];
  if (ids.length === 0 || asked.length === 0) return undefined;
  const settings = mappingAt(config, 'dataset_configs');
  const filter = Object.entries(settings).filter(([key]) => key.startsWith('metadata_'));
  return nodeOf('knowledge', 'knowledge-retrieval', 'Knowledge', {
    query_variable_selector: asked,
    dataset_ids: ids,
    ...(textAt(settings, 'retrieval_model') === 'single'
      ? { retrieval_mode: 'single', single_retrieval_config: { model: mappingAt(config, 'model') } }
      : { retrieval_mode: 'multiple', multiple_retrieval_config: multipleRetrieval(settings) }),
    ...Object.fromEntries(filter),
  });
}

function multipleRetrieval(settings: Mapping): Mapping {
  const threshold =
    valueAt(settings, 'score_threshold_enabled') === false ? null : (valueAt(settings, 'score_threshold') ?? null);
  const reranking = Object.entries(settings).filter(([key]) => key.startsWith('reranking_') || key === 'weights');
  const model = mappingAt(settings, 'reranking_model');
  return {
    top_k: integerAt(settings, 'top_k') ?? 4,
    score_threshold: threshold,
    reranking_enable: false,
    ...Object.fromEntries(reranking),
    // These configurations name the model by keys of their own.
    reranking_model: {
      provider: textAt(model, 'reranking_provider_name', textAt(model, 'provider')),
      model: textAt(model, 'reranking_model_name', textAt(model, 'model')),
    },
  };
}

function ignoredParts(config: Mapping): string[] {
  const agent = mappingAt(config, 'agent_mode');
  const warnings: string[] = [];
  const tools = listAt(agent, 'tools').filter((tool) => valueAt(tool, 'dataset') === undefined);
  if (valueAt(agent, 'enabled') === true && tools.length > 0) {
    warnings.push('The tools of model_config.agent_mode are not used: the mode of the application is not agent-chat.');
  }
  const inputs = listAt(config, 'user_input_form').filter(
    (entry) => valueAt(entry, 'external_data_tool') !== undefined,
  );
  if (listAt(config, 'external_data_tools').length > 0 || inputs.length > 0) {
    warnings.push('The external data tools of model_config are not asked: their variables take what the caller sends.');
  }
  return warnings;
}
