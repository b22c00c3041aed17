import { type Documents, fromJson, type JsonText, mappingOf, toJson } from '#engine';

/** A tree as its file has it, with the key by which files know the app; what another file called it when it was copied is forgotten. */
export function shownCode(
  documents: Documents,
  draft: JsonText,
  key: string | null,
): { readonly document: string; readonly layout: string } {
  const tree = mappingOf(fromJson(draft));
  const { key: _other, ...app } = mappingOf(tree.app);
  return documents.canonical(toJson({ ...tree, app: { ...app, ...(key !== null && { key }) } }));
}
