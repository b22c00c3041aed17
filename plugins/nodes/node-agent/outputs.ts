import { NodeError, type Usage } from '#engine';
import { readJsonObject } from '#plugins/node-llm/contract.ts';
import type { CompiledAgent } from './compiled.ts';

/**
 * Outputs beside the standard ones: parts of a JSON answer. Names of an output schema are null when the answer has none;
 * a declared output that is required must be there.
 */
export function readOutputs(agent: CompiledAgent, text: string, usage: Usage): Record<string, unknown> {
  const names = [...agent.schemaNames, ...agent.declared.map(({ name }) => name)];
  if (names.length === 0) return {};
  const answer = readJsonObject(text) ?? {};
  const partOf = (name: string) => (Object.hasOwn(answer, name) ? (answer[name] ?? null) : null);
  const missing = agent.declared.find(({ name, required }) => required && partOf(name) === null);
  if (missing !== undefined) {
    const message = `The agent's answer has no ${JSON.stringify(missing.name)}, which is a required output.`;
    throw new NodeError('OutputParserError', message, { usage });
  }
  return Object.fromEntries(names.map((name) => [name, partOf(name)]));
}
