import type { JsonSchema } from '#kernel';

/** Names of a form's settings that are no secrets: code may read these. */
export function plainSettings(schema: JsonSchema | undefined): readonly string[] {
  const properties: Readonly<Record<string, { readonly secret?: boolean }>> = Object(schema?.properties);
  return Object.keys(properties).filter((name) => properties[name]?.secret !== true);
}
