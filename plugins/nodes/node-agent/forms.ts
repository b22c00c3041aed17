import type { NodeField, NodeForm, NodeOutput } from '#plugins/node-forms/contract.ts';
import { memoryField, visionField } from '#plugins/node-llm/contract.ts';
import { texts } from './texts/index.ts';

const informative = ['agent_strategy_label', 'plugin_unique_identifier', 'tool_node_version', 'meta', 'output_schema'];

const firstVersion = ['agent_strategy_name', 'agent_strategy_provider_name', 'agent_parameters'];

const outputs: readonly NodeOutput[] = [
  { name: 'text', type: 'string', about: 'The answer' },
  { name: 'files', type: 'array[file]', about: 'Files that tools made' },
  { name: 'json', type: 'array[object]', about: 'Steps of the agent, as data' },
  { name: 'usage', type: 'object', about: 'Tokens and price' },
];

const agent: NodeForm = {
  id: 'agent@1',
  title: 'Agent',
  about: 'Lets a model work on a task with tools.',
  aliases: {
    en: ['agent', 'assistant', 'autonomous', 'function calling', 'react'],
    de: ['assistent', 'agenten', 'funktionsaufruf'],
    fr: ['assistant', 'autonome', 'appel de fonction'],
    es: ['agente', 'asistente', 'autónomo'],
    zh: ['智能体', '代理', '助手', '函数调用'],
  },
  group: 'models',
  icon: 'Bot',
  colour: 'agent',
  start: {
    agent_strategy_provider_name: 'langgenius/agent/agent',
    agent_strategy_name: 'function_calling',
    agent_strategy_label: 'FunctionCalling',
    agent_parameters: {
      model: {
        type: 'constant',
        value: { provider: '', model: '', model_type: 'llm', mode: 'chat', completion_params: {} },
      },
      tools: { type: 'constant', value: [] },
      instruction: { type: 'constant', value: '' },
      query: { type: 'constant', value: '' },
      maximum_iterations: { type: 'constant', value: 3 },
    },
    tool_node_version: '2',
  },
  follows: { at: 'agent_parameters.query', takes: ['string'], is_query: true },
  summary: ['agent_parameters.model.value.model', 'agent_parameters.tools.value'],
  fields: [
    {
      at: 'agent_parameters.model',
      wrapped: 'constant',
      kind: 'model',
      of: 'llm',
      name_at: 'agent_parameters.model.value.model',
      label: 'Model',
      help: 'None: the default model of the workspace.',
    },
    {
      at: 'agent_strategy_name',
      kind: 'choice',
      label: 'How it works',
      required: true,
      options: [
        { value: 'function_calling', label: 'By calling functions' },
        { value: 'ReAct', label: 'By thinking aloud (ReAct)' },
      ],
      help: 'Models that can call functions do better with them.',
    },
    { at: 'agent_parameters.tools', wrapped: 'constant', kind: 'tools', label: 'Tools' },
    {
      at: 'agent_parameters.instruction',
      wrapped: 'constant',
      kind: 'template',
      label: 'Instruction',
      help: 'Who the agent is, and how it is to work.',
    },
    { at: 'agent_parameters.query', wrapped: 'constant', kind: 'template', label: 'Task', required: true },
    {
      at: 'agent_parameters.context',
      wrapped: 'variable',
      kind: 'value',
      takes: ['array[object]', 'string'],
      label: 'Context',
      is_advanced: true,
    },
    {
      at: 'agent_parameters.maximum_iterations',
      wrapped: 'constant',
      kind: 'number',
      label: 'Rounds at most',
      help: 'A round may call several tools.',
      is_integer: true,
      min: 1,
      max: 100,
      default: 3,
    },
    {
      at: 'agent_parameters.mcp_server',
      wrapped: 'constant',
      kind: 'text',
      label: 'MCP server',
      help: 'Address or name of a registered server, all of whose tools are offered.',
      is_advanced: true,
    },
    { ...memoryField, kind: 'memory', has_query: true },
    visionField,
  ],
  outputs: [...outputs, { schema_at: 'output_schema' }],
  kept: ['agent_strategy_provider_name', 'agent_binding', 'agent_job', ...informative],
  texts,
};

const declared: readonly NodeField[] = [
  { at: 'name', kind: 'text', format: 'name', label: 'Name', required: true },
  {
    at: 'type',
    kind: 'choice',
    label: 'Type',
    default: 'string',
    options: ['string', 'number', 'boolean', 'object', 'array[string]', 'array[number]', 'array[object]'].map(
      (type) => ({ value: type, label: type }),
    ),
  },
  { at: 'description', kind: 'text', label: 'Description', help: 'Told to the model.' },
  { at: 'required', kind: 'switch', label: 'Required', default: false },
];

/** Who the agent is came with the document: a new one has settings of its own instead. */
const packagedAgent: NodeForm = {
  id: 'agent@2',
  title: 'Agent of the document',
  about: 'Lets an agent that came with the document work on a task.',
  group: 'models',
  icon: 'Bot',
  colour: 'agent',
  is_retired: true,
  start: { version: '2', agent_binding: { binding_type: 'inline_agent', package_ref: '' }, agent_job: {} },
  summary: ['agent_binding.package_ref'],
  fields: [
    { at: 'agent_binding.package_ref', kind: 'text', label: 'Agent package', required: true },
    { at: 'agent_job.workflow_prompt', kind: 'template', label: 'Task' },
    {
      at: 'agent_job.previous_node_output_refs',
      kind: 'list',
      label: 'Context',
      item: 'Variable',
      new: { selector: [] },
      fields: [{ at: 'selector', kind: 'value', label: 'Variable', required: true }],
    },
    {
      at: 'agent_job.declared_outputs',
      kind: 'list',
      label: 'Values',
      item: 'Value',
      new: { name: '', type: 'string', description: '', required: false },
      fields: declared,
    },
    { ...memoryField, kind: 'memory', has_query: true },
    visionField,
  ],
  outputs: [...outputs, { each: 'agent_job.declared_outputs', name_at: 'name', type_at: 'type', type: 'string' }],
  kept: ['agent_node_kind', ...firstVersion, ...informative],
  texts,
};

/** What editors show of agents. */
export const forms: readonly NodeForm[] = [agent, packagedAgent];
