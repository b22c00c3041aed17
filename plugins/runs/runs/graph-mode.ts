import type { AppMode } from '#engine';
import type { RunStart } from './contract.ts';

const modes: readonly AppMode[] = ['workflow', 'advanced-chat', 'chat', 'agent-chat', 'completion', 'agent'];

/** The mode of a run's app, which its graph begins with; parsing it all would cost more than some runs. */
export function modeOf({ graph, kind }: Pick<RunStart, 'graph' | 'kind'>): AppMode {
  const named = /^\{"mode":"([a-z-]{1,20})"/.exec(graph.text)?.[1];
  return modes.find((mode) => mode === named) ?? (kind === 'workflow' ? 'workflow' : 'advanced-chat');
}
