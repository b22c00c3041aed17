import { type NodeResult, typeOf } from '#engine';
import type { AssignmentDraft } from './assignment-draft.ts';

/** What an assigner hands to the engine: the updates, and what the run's record shows of them. */
export function updateRecord(draft: AssignmentDraft): Required<Pick<NodeResult, 'updates' | 'processData'>> {
  const updated = draft.updates.map(({ selector, value }) => ({
    name: selector.at(-1),
    selector,
    value_type: typeOf(value),
    new_value: value,
  }));
  return { updates: draft.updates, processData: { updated_variables: updated } };
}
