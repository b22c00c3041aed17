const MAX_NAME = 255;
// Control characters and marks that turn the direction of writing make a name look like another.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const misleading = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** The name of a document: a label of one line, cut to its length; slashes in it mean nothing. */
export function documentName(name: string): string {
  const label = name.toWellFormed().replace(misleading, ' ').trim();
  return [...label].slice(0, MAX_NAME).join('').trim() || 'text';
}
