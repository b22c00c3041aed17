/** Ids of credentials that were chosen for tools: they mean something in one workspace only. */
import { isMapping } from '#engine/run/values/value.ts';
import { textAt, valueAt } from './tree.ts';

/** The value without any, at every depth. */
export function withoutCredentials(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCredentials);
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'credential_id')
      .map(([key, item]) => [key, withoutCredentials(item)]),
  );
}

/** Credentials go back to where they were chosen, as long as the same provider is asked there. */
export function withCredentials(value: unknown, theirs: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(theirs)) {
    return value.map((item, index) => withCredentials(item, theirs[index]));
  }
  if (!isMapping(value) || !isMapping(theirs)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, withCredentials(item, valueAt(theirs, key))]);
  const isSame = ['provider', 'provider_id', 'provider_name', 'tool_name'].every(
    (key) => textAt(value, key) === textAt(theirs, key),
  );
  const chosen = valueAt(theirs, 'credential_id');
  const takes = isSame && chosen !== undefined && !Object.hasOwn(value, 'credential_id');
  return { ...Object.fromEntries(entries), ...(takes && { credential_id: chosen }) };
}
