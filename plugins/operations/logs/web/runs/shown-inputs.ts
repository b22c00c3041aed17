/** Ids that a run is given with its inputs: they say nothing to who looks at it. */
const ids = new Set(['sys.app_id', 'sys.workflow_id', 'sys.workflow_run_id']);

/** The inputs of a run without what the system names itself and the app by. */
export function shownInputs(inputs: unknown): unknown {
  if (typeof inputs !== 'object' || inputs === null || Array.isArray(inputs)) return inputs;
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => !ids.has(name)));
}
