import type { JsonText, Selector } from '#engine';
import { fromJson } from './value.ts';

/**
 * The variables a command may set: stored values, not what lies inside them, and neither environment nor system values,
 * which are read only. What is no JSON is left out: a bad command must not end a run.
 */
export function readUpdates(
  values: readonly { readonly selector: Selector; readonly value: JsonText }[],
): { selector: Selector; value: unknown }[] {
  return values.flatMap(({ selector, value }) => {
    if (selector.length !== 2 || selector[0] === 'env' || selector[0] === 'sys') return [];
    try {
      return [{ selector, value: fromJson(value) }];
    } catch {
      return [];
    }
  });
}
