import type { Route } from '#http';
import { buildDocument } from '#plugins/openapi/build-document.ts';
import { pathTypes, schemaTypes } from '#plugins/openapi/client-types.ts';
import { commandFields } from '#plugins/openapi/command-fields.ts';

/** The files of the client that are made from the routes, with what belongs into them. */
export function generatedFiles(routes: readonly Route[]): readonly { readonly file: URL; readonly text: string }[] {
  const document = buildDocument(routes, { version: '', publicUrl: () => '' });
  const texts = {
    'schemas.ts': schemaTypes(document),
    'paths.ts': pathTypes(document),
    'route-fields.json': commandFields(routes, document),
  };
  return Object.entries(texts).map(([name, text]) => ({
    file: new URL(`../../../core/commands/generated/${name}`, import.meta.url),
    text,
  }));
}
