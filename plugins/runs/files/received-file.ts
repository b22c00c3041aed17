import { contradicts, servedType, sniffed } from './content-type.ts';
import { checkedName } from './file-name.ts';
import { ANY_CONTENT, extensionOfMediaType, typeOfExtension } from './file-types.ts';

/** Formats that others are made of: what a file is, they do not tell. */
const containers: ReadonlySet<string> = new Set(['application/xml', 'application/zip', 'application/x-cfb']);

/** What a file that somebody else gave is called and served as. */
export interface FileDescription {
  readonly name: string;
  /** Lower case, without the dot; empty for none. */
  readonly extension: string;
  readonly mediaType: string;
}

/**
 * Describes what a node received. A server's words are not held against it, as they are in uploads: its content decides,
 * then the name, then the type it declared. A name that does not say what the content is gets an extension that does.
 */
export async function describeReceived(
  filename: string,
  declaredType: string,
  content: Uint8Array,
): Promise<FileDescription> {
  const found = await sniffed(content);
  const given = checkedName(labelOf(filename));
  const added = missingExtension(given.extension, found, declaredType);
  const { name, extension } = added === undefined ? given : checkedName(`${given.name}.${added}`);
  return { name, extension, mediaType: servedType(extension, found?.mime) ?? (declaredType || ANY_CONTENT) };
}

function missingExtension(
  given: string,
  found: { readonly mime: string; readonly ext: string } | undefined,
  declaredType: string,
): string | undefined {
  const declared = extensionOfMediaType(declaredType);
  if (found === undefined) return given === '' ? declared : undefined;
  if (typeOfExtension(given) !== 'custom') return contradicts(given, found.mime) ? found.ext : undefined;
  if (containers.has(found.mime)) return given === '' ? (declared ?? found.ext) : undefined;
  return given === '' || typeOfExtension(found.ext) !== 'custom' ? found.ext : undefined;
}

/** The name came from outside: a label, of which no part is a folder. */
function labelOf(filename: string): string {
  const label = filename.replace(/[\\/]/g, '_').trim();
  return /[\p{L}\p{N}]/u.test(label) ? label : 'file';
}
