import type { DocForm, IndexingTechnique } from './contract.ts';
import { invalid } from './dataset-errors.ts';

/** What is said once and stays: what is known, or what is said now. Throws `datasets.invalid_param` for another. */
export function sameOrNew<Value extends string>(
  field: string,
  known: Value | null,
  said: Value | null | undefined,
): Value | null {
  if (said === undefined || said === null || said === known) return known;
  if (known === null) return said;
  throw invalid(field, `The ${field} of this knowledge base is ${known}, and stays.`);
}

/** Children and questions are found by vectors alone. */
export function allows(technique: IndexingTechnique | null, form: DocForm | null): void {
  if (technique !== 'economy' || form === null || form === 'text_model') return;
  throw invalid('doc_form', `${form} takes the indexing technique high_quality.`);
}
