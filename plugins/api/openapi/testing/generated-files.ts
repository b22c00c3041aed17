import type { Route } from '#http';
import { buildDocument } from '#plugins/openapi/build-document.ts';
import { pathTypes, schemaTypes } from '#plugins/openapi/client-types.ts';

/** The files of the client that are made from the routes, with what belongs into them. */
export function generatedFiles(routes: readonly Route[]): readonly { readonly file: URL; readonly text: string }[] {
  const document = buildDocument(routes, { version: '', publicUrl: () => '' });
  return [
    { file: new URL('../../../core/commands/generated/schemas.ts', import.meta.url), text: schemaTypes(document) },
    { file: new URL('../../../core/commands/generated/paths.ts', import.meta.url), text: pathTypes(document) },
  ];
}
