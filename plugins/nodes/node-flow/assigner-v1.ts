import { NodeError, type NodeImplementation, type NodeResult, readSelector, type Selector, zeroOf } from '#engine';
import { AssignmentDraft } from './assignment-draft.ts';
import { invalidSetting, readText } from './settings.ts';
import { updateRecord } from './update-record.ts';

interface CompiledAssigner {
  readonly target: Selector;
  readonly source: Selector | null;
  readonly mode: string;
}

/** The first layout of the assigner: one variable, three modes (app DSL, assigner). */
export const node: NodeImplementation<CompiledAssigner> = {
  compile(data, graphNode) {
    const target = readSelector(data.assigned_variable_selector);
    if (target === null) throw invalidSetting(graphNode, 'assigned_variable_selector', 'choose the variable to write');
    return {
      target: target.slice(0, 2),
      source: readSelector(data.input_variable_selector),
      mode: readText(data.write_mode),
    };
  },

  run({ target, source, mode }, { variables }): NodeResult {
    const draft = new AssignmentDraft(variables);
    const { type, value } = draft.target(target);
    if (mode === 'clear') {
      draft.write(target, zeroOf(type));
      return { outputs: {}, ...updateRecord(draft) };
    }
    if (source === null) throw new NodeError('VariableOperatorNodeError', 'The assigner has no source variable');
    const input = draft.source(source);
    if (input !== null) draft.write(target, apply(mode, value, input));
    return { outputs: {}, inputs: { value: input }, ...updateRecord(draft) };
  },

  writes: ({ target }) => [target],
};

function apply(mode: string, value: unknown, input: unknown): unknown {
  if (mode === 'over-write') return input;
  if (mode !== 'append') throw new NodeError('VariableOperatorNodeError', `Unsupported write mode: ${mode}`);
  if (!Array.isArray(value)) throw new NodeError('VariableOperatorNodeError', 'Only a list can be appended to');
  return [...value, input];
}
