import { fromJson, type JsonText, toJson } from '#engine';

/**
 * Recorded inputs as lists show them: without the optional ones that nobody set. Runs record those as null (app DSL, start);
 * clients call text functions on whatever a list names.
 */
export function setInputs(recorded: JsonText): JsonText {
  // Hardly any inputs have one: they are parsed only where they may.
  if (!recorded.includes('null')) return recorded;
  const inputs = Object.entries(fromJson(recorded) as Readonly<Record<string, unknown>>);
  const given = inputs.filter(([, value]) => value !== null);
  return given.length === inputs.length ? recorded : toJson(Object.fromEntries(given));
}
