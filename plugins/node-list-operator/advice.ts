import { mappingOf, type SettingAdvice } from '../../engine/contract.ts';
import { operatorAdvice } from '../node-flow/contract.ts';
import { listOperators } from './filter.ts';

/** Conditions of a filter that is switched on, whose operator nobody knows. */
export function listAdvice(data: Readonly<Record<string, unknown>>): readonly SettingAdvice[] {
  const filter = mappingOf(data.filter_by);
  return filter.enabled === true ? operatorAdvice(filter.conditions, 'filter_by.conditions', listOperators) : [];
}
