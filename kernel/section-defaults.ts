import { isMapping } from './mapping.ts';
import type { JsonSchema } from './schema.ts';

/** A section of which nobody has said how it is to be, and the rest of it. */
export interface DividedSection {
  /** What holds for the settings that are not given. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** What the given ones must be; undefined when there are none, and nothing is missing. */
  readonly schema: JsonSchema | undefined;
}

/** Keywords that say nothing about how one setting depends on another. */
const plainKeywords = new Set([
  '$schema',
  'type',
  'title',
  'description',
  'properties',
  'required',
  'additionalProperties',
]);

/**
 * Divides a section's schema by what is given. Most settings of most plugins never are: compiling what they must be, only
 * to find the defaults in it, was a fifth of the server's start. That a default is what its own schema asks for is for
 * the plugin's author to see to. Schemas that say more than what each setting is are left whole.
 */
export function divide(schema: JsonSchema, given: Readonly<Record<string, unknown>>): DividedSection {
  const whole = { defaults: {}, schema };
  const { properties = {}, required = [] } = schema;
  if (!isMapping(properties) || !Array.isArray(required)) return whole;
  if (Object.keys(schema).some((keyword) => !plainKeywords.has(keyword)) || refersToItself(schema)) return whole;
  const defaults: Record<string, unknown> = {};
  const asked: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    if (Object.hasOwn(given, name)) asked[name] = property;
    else if (!isMapping(property) || hasDefaultsWithin(property)) return whole;
    else if (property.default !== undefined) defaults[name] = structuredClone(property.default);
  }
  const needed = required.filter((name) => !Object.hasOwn(defaults, name));
  const isNothingAsked = needed.length === 0 && Object.keys(given).length === 0;
  return { defaults, schema: isNothingAsked ? undefined : { ...schema, properties: asked, required: needed } };
}

/** A setting that is what another one is: `{ $ref: '#/properties/size' }`, of which the other may be left out. */
function refersToItself(schema: JsonSchema): boolean {
  return /"\$(?:ref|dynamicRef|recursiveRef)":/.test(JSON.stringify(schema));
}

/** A default that others inside it complete: `{ default: {}, properties: { size: { default: 1 } } }`. */
function hasDefaultsWithin({ default: own, ...rest }: JsonSchema): boolean {
  return typeof own === 'object' && own !== null && JSON.stringify(rest).includes('"default"');
}
