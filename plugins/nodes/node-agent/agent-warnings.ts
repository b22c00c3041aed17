import type { SettingWarning } from '#engine';
import { areHarmless, missingTool, type Tool } from '#plugins/tools/contract.ts';
import { compileAgent } from './compiled.ts';

/** Whether a node may run again after an interruption: its tools do nothing outside. */
export function hasHarmlessTools(data: Readonly<Record<string, unknown>>, tools: readonly Tool[]): boolean {
  const agent = compileAgent(data);
  if ('problem' in agent || !('value' in agent.tools)) return false;
  return areHarmless(
    tools,
    agent.tools.value.map(({ reference }) => reference),
  );
}

/**
 * What a builder should know before a version 1 node is reached: why it can't run, and which tools its model will miss.
 */
export function agentWarnings(
  data: Readonly<Record<string, unknown>>,
  tools: readonly Tool[],
): readonly SettingWarning[] {
  const agent = compileAgent(data);
  if ('problem' in agent)
    return [{ field: 'agent_strategy_name', message: `can't be used. ${agent.problem}`, isMissing: true }];
  if (!('value' in agent.tools)) return [];
  return agent.tools.value.flatMap(({ reference }) => {
    const missing = missingTool(tools, reference);
    return missing === null
      ? []
      : [{ field: 'agent_parameters.tools', message: `names a tool that is missing. ${missing}`, isMissing: true }];
  });
}
