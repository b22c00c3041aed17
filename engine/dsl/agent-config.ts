/** Agent apps have no graph: their configuration, or their package, becomes start → agent → answer. */

import type { GraphEdge, GraphNode } from '#engine';
import { isMapping } from '#engine/run/values/value.ts';
import type { GraphProblem } from './document-error.ts';
import { formOfControls } from './input-form.ts';
import { chainOf, type ModelApp, modelProblems, nodeOf, variableNames } from './model-config.ts';
import { fileUpload } from './parameters.ts';
import { datasetIds, nodeTemplate } from './prompt-config.ts';
import { integerAt, listAt, type Mapping, mappingAt, textAt, valueAt } from './tree.ts';

const query = '{{#sys.query#}}';
const defaultIterations = 5;

/** The mode `agent-chat`: `model_config.agent_mode` names strategy and tools. */
export function agentApp(config: Mapping): ModelApp {
  const form = formOfControls(listAt(config, 'user_input_form'), 'model_config.user_input_form');
  const agentMode = mappingAt(config, 'agent_mode');
  const model = mappingAt(config, 'model');
  const parts = { names: variableNames(form), startId: 'start', query, hasContext: false, hasMemory: true };
  const agent = nodeOf('agent', 'agent', 'Agent', {
    agent_strategy_name: strategyOf(agentMode),
    agent_parameters: {
      model: constant({
        provider: textAt(model, 'provider'),
        model: textAt(model, 'name'),
        mode: textAt(model, 'mode', 'chat'),
        completion_params: mappingAt(model, 'completion_params'),
      }),
      instruction: constant(nodeTemplate(textAt(config, 'pre_prompt'), parts)),
      query: constant(query),
      maximum_iterations: constant(integerAt(agentMode, 'max_iteration') ?? defaultIterations),
      tools: constant([...listAt(agentMode, 'tools').flatMap(configuredTool), ...knowledgeTools(config, agentMode)]),
      prompt: constant(builtPrompt(agentMode)),
    },
    ...conversationSettings(config),
  });
  return {
    ...chain(
      agent,
      form.fields.flatMap((field) => Object.values(field)),
    ),
    form,
    problems: [...form.problems, ...modelProblems(config)],
    warnings: [...form.warnings, ...unreadTools(agentMode)],
  };
}

/** The mode `agent`: the document carries a package that says who the agent is. */
export function packagedApp(tree: Mapping): ModelApp & { readonly features: Mapping } {
  const reference = textAt(mappingAt(tree, 'agent'), 'package_ref');
  const agentPackage = packageOf(tree, reference);
  const features = mappingAt(mappingAt(agentPackage, 'soul'), 'app_features');
  const form = formOfControls(listAt(features, 'user_input_form'), 'soul.app_features.user_input_form');
  const agent: GraphNode = {
    ...nodeOf('agent', 'agent', 'Agent', {
      version: '2',
      agent_node_kind: 'dify_agent',
      agent_binding: { binding_type: 'inline_agent', package_ref: reference },
      agent_job: { workflow_prompt: query },
      ...(agentPackage === undefined ? {} : { agent_package: agentPackage }),
      ...conversationSettings(features),
    }),
    version: '2',
  };
  return {
    ...chain(
      agent,
      form.fields.flatMap((field) => Object.values(field)),
    ),
    form,
    features,
    problems: agentPackage === undefined ? [missingPackage(reference)] : form.problems,
    warnings: form.warnings,
  };
}

function packageOf(tree: Mapping, reference: string): Mapping | undefined {
  const found = valueAt(mappingAt(tree, 'agent_packages'), reference);
  return isMapping(found) ? found : undefined;
}

function missingPackage(reference: string): GraphProblem {
  const message = `The document has no agent package '${reference}' (agent.package_ref): export the application again, with its agent.`;
  return { message, field: 'agent.package_ref' };
}

function chain(
  agent: GraphNode,
  variables: readonly unknown[],
): { nodes: readonly GraphNode[]; edges: readonly GraphEdge[] } {
  return chainOf([
    nodeOf('start', 'start', 'Start', { variables }),
    agent,
    nodeOf('answer', 'answer', 'Answer', { answer: '{{#agent.text#}}', variables: [] }),
  ]);
}

function constant(value: unknown): Mapping {
  return { type: 'constant', value };
}

function strategyOf(agentMode: Mapping): string {
  return ['react', 'cot'].includes(textAt(agentMode, 'strategy').toLowerCase()) ? 'ReAct' : 'function_calling';
}

/** The builder's own wording of ReAct. */
function builtPrompt(agentMode: Mapping): string {
  return textAt(agentMode, 'prompt') || textAt(mappingAt(agentMode, 'prompt'), 'first_prompt');
}

function conversationSettings(features: Mapping): Mapping {
  const upload = fileUpload(features);
  return {
    memory: { window: { enabled: false, size: 10 }, query_prompt_template: query },
    vision: upload.enabled
      ? { enabled: true, configs: { variable_selector: ['sys', 'files'], detail: upload.image.detail } }
      : { enabled: false },
  };
}

/** A tool in the form agent nodes have it. */
function configuredTool(tool: unknown): Mapping[] {
  if (textAt(tool, 'tool_name') === '') return [];
  return [
    {
      enabled: valueAt(tool, 'enabled') !== false,
      type: textAt(tool, 'provider_type', 'builtin'),
      provider_id: textAt(tool, 'provider_id'),
      provider_name: textAt(tool, 'provider_name'),
      tool_name: textAt(tool, 'tool_name'),
      tool_label: textAt(tool, 'tool_label'),
      parameters: mappingAt(tool, 'tool_parameters'),
      plugin_unique_identifier: textAt(tool, 'plugin_unique_identifier'),
    },
  ];
}

/** Knowledge bases are tools of an agent: it decides when to ask them. */
function knowledgeTools(config: Mapping, agentMode: Mapping): Mapping[] {
  const own = listAt(agentMode, 'tools')
    .map((tool) => mappingAt(tool, 'dataset'))
    .filter((dataset) => valueAt(dataset, 'enabled') !== false)
    .map((dataset) => textAt(dataset, 'id'));
  const ids = new Set([...own, ...datasetIds(config)].filter((id) => id !== ''));
  return [...ids].map((id) => ({
    enabled: true,
    type: 'dataset-retrieval',
    provider_id: id,
    tool_name: `dataset_${id.replaceAll('-', '_')}`,
    tool_label: `Knowledge base ${id}`,
    schemas: [
      {
        name: 'query',
        type: 'string',
        form: 'llm',
        required: true,
        llm_description: 'What to look up in the knowledge base, in words of the question',
      },
    ],
  }));
}

function unreadTools(agentMode: Mapping): string[] {
  const unread = listAt(agentMode, 'tools').filter(
    (tool) => textAt(tool, 'tool_name') === '' && !isMapping(valueAt(tool, 'dataset')),
  );
  if (unread.length === 0) return [];
  return [
    `${unread.length} of the tools of model_config.agent_mode name no tool and are not offered: choose them again.`,
  ];
}
