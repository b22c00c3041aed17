import type { NodeImplementation } from '#engine';
import { payloadValues, systemValues } from './root-values.ts';

/**
 * A schedule, or an event of a plugin (app DSL, triggers, datasource, knowledge-index). An event's payload lies in the
 * pool under this node before the run; a schedule has none. Who fires them: `plugins/api/triggers`.
 */
export const node: NodeImplementation<null> = {
  compile: () => null,
  run(_, { node: { id }, variables }) {
    const outputs = { ...payloadValues(variables, id), ...systemValues(variables) };
    return { outputs, inputs: outputs };
  },
};
