import type { Arguments } from './arguments.ts';
import { listFilters } from './list-filters.ts';
import type { Run } from './run.ts';
import { TemplateError } from './template-error.ts';
import { textFilters } from './text-filters.ts';
import { valueFilters } from './value-filters.ts';
import { chargeValue } from './values.ts';

/** `value | name(arguments)`. */
export type Filter = (value: unknown, args: Arguments, run: Run) => unknown;

const filters: ReadonlyMap<string, Filter> = new Map([...textFilters, ...valueFilters, ...listFilters(filterOf)]);

/** A filter by name; an unknown one is an error of the template. */
export function filterOf(name: string): Filter {
  const filter = filters.get(name);
  if (filter === undefined) throw new TemplateError(`No filter named '${name}'.`);
  return filter;
}

/** Applies a filter and charges for what it was given and what it made. */
export function applyFilter(
  filter: Filter,
  value: unknown,
  { args, run }: { readonly args: Arguments; readonly run: Run },
): unknown {
  run.charge();
  chargeValue(run, value);
  const result = filter(value, args, run);
  chargeValue(run, result);
  return result;
}
