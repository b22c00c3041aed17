import type { SettingWarning } from '#engine';
import { compileHttp } from './compiled.ts';

/** Says which JSON bodies can only be read once their placeholders have values, and may then be no JSON. */
export function jsonBodyWarnings(data: Readonly<Record<string, unknown>>): readonly SettingWarning[] {
  return compileHttp(data).body.items.flatMap(({ json }): SettingWarning[] => {
    if (json === null || json.isJson) return [];
    const glued = json.pieces.flatMap((piece) => (piece.kind === 'glued' ? [piece.name] : []));
    const message =
      glued.length === 0
        ? 'is no JSON, whatever its placeholders hold: look for a missing quote, comma or bracket.'
        : `has ${glued.join(', ')} next to something else outside quotes: it fails where that makes no JSON. Put quotes around it.`;
    return [{ field: 'body.data', message }];
  });
}
