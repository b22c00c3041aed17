import type { Route } from '../../../http/contract.ts';
import { buildDocument } from '../build-document.ts';
import { pathTypes, schemaTypes } from '../client-types.ts';

/** The files of the client that are made from the routes, with what belongs into them. */
export function generatedFiles(routes: readonly Route[]): readonly { readonly file: URL; readonly text: string }[] {
  const document = buildDocument(routes, { version: '', publicUrl: () => '' });
  return [
    { file: new URL('../generated/schemas.ts', import.meta.url), text: schemaTypes(document) },
    { file: new URL('../generated/paths.ts', import.meta.url), text: pathTypes(document) },
  ];
}
