import { mappingOf, type SettingWarning } from '#engine';
import { operatorWarnings } from '#plugins/node-flow/contract.ts';
import { listOperators } from './filter.ts';

/** Conditions of a filter that is switched on, whose operator nobody knows. */
export function listWarnings(data: Readonly<Record<string, unknown>>): readonly SettingWarning[] {
  const filter = mappingOf(data.filter_by);
  return filter.enabled === true ? operatorWarnings(filter.conditions, 'filter_by.conditions', listOperators) : [];
}
