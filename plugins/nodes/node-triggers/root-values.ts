import type { Variables } from '#engine';

/** The system values as roots publish them: `[root, "sys.user_id"]` (app DSL, start). */
export function systemValues(variables: Variables): Record<string, unknown> {
  const names = variables.names('sys');
  return Object.fromEntries(names.map((name) => [`sys.${name}`, variables.get(['sys', name]) ?? null]));
}

/** What a run was started with, under its root. */
export function payloadValues(variables: Variables, rootId: string): Record<string, unknown> {
  const names = variables.names(rootId).filter((name) => name !== '__proto__');
  return Object.fromEntries(names.map((name) => [name, variables.get([rootId, name]) ?? null]));
}
