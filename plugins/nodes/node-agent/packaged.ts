import { mappingOf, parseTemplate, readSelector } from '#engine';
import { listOf, readModelSettings, readVision, textOf } from '#plugins/node-llm/contract.ts';
import { compileInput, type ParameterInput } from '#plugins/tools/contract.ts';
import { readSoulTools } from './agent-tool.ts';
import {
  type CompiledAgent,
  type DeclaredOutput,
  inputsOf,
  memoryOf,
  readIterations,
  type UnusableAgent,
} from './compiled.ts';

type Settings = Readonly<Record<string, unknown>>;

const STANDARD_OUTPUTS = ['text', 'files', 'json', 'usage'];

/**
 * A version 2 node: who the agent is stands in a package of the document (`agent_packages`), which is part of the node
 * when the application is compiled as `agent_package`; what it is to do stands in its job.
 */
export function compilePackaged(data: Settings): CompiledAgent | UnusableAgent {
  const soul = mappingOf(mappingOf(data.agent_package).soul);
  const model = mappingOf(soul.model);
  const problem = problemOf(data, soul);
  if (problem !== null) return { problem };
  const job = mappingOf(data.agent_job);
  const task = textOf(job.workflow_prompt);
  const settings = { ...model, provider: textOf(model.model_provider), name: textOf(model.model) };
  return {
    strategy: 'function-calling',
    model: { value: readModelSettings({ ...settings, completion_params: model.model_settings }) },
    instruction: inputsOf(textOf(mappingOf(soul.prompt).system_prompt)),
    query: [...(task === '' ? [] : inputsOf(task)), ...references(job)],
    maxIterations: { value: readIterations(job.max_iterations ?? 10) },
    tools: { value: readSoulTools(soul.tools) },
    servers: [],
    context: null,
    memory: memoryOf(data.memory),
    vision: readVision(data.vision),
    reactTemplate: '',
    schemaNames: [],
    declared: listOf(job.declared_outputs).map(mappingOf).flatMap(readDeclared),
  };
}

function problemOf(data: Settings, soul: Settings): string | null {
  const binding = mappingOf(data.agent_binding);
  const reference = JSON.stringify(textOf(binding.package_ref).slice(0, 100));
  if (textOf(binding.binding_type) === 'roster_agent' && data.agent_package === undefined) {
    return 'The agent of this node lives in the roster of another server and did not come with the document: export the application with its agents, or choose an agent node with settings of its own.';
  }
  if (data.agent_package === undefined) {
    return `The document has no agent package ${reference} for this node: export the application again, with its agents.`;
  }
  const model = mappingOf(soul.model);
  // Neither: the workspace's default is meant.
  if ((textOf(model.model_provider) === '') === (textOf(model.model) === '')) return null;
  return `The agent package ${reference} names half a model (soul.model): choose one, and export the application again.`;
}

/** What earlier nodes put out, each as a part of the task. */
function references(job: Settings): readonly ParameterInput[] {
  return listOf(job.previous_node_output_refs)
    .map((entry) => readSelector(mappingOf(entry).selector))
    .filter((selector) => selector !== null)
    .flatMap((selector) => {
      const input = compileInput({ type: 'variable', value: selector });
      const title: ParameterInput = { kind: 'text', template: parseTemplate(`\n\n${selector.slice(1).join('.')}:\n`) };
      return input === null ? [] : [title, input];
    });
}

function readDeclared(output: Settings): readonly DeclaredOutput[] {
  const name = textOf(output.name);
  if (name === '' || name === '__proto__' || STANDARD_OUTPUTS.includes(name)) return [];
  const { type, description, required } = output;
  return [{ name, type: textOf(type) || 'string', description: textOf(description), required: required === true }];
}
