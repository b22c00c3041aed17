import type { FakeFile } from './fake-drive.ts';

/** Whether a file fits a `q`: terms with `and` between them, those that are used here. Throws for others, as the service refuses them. */
export function matchesQuery(file: FakeFile, query: string): boolean {
  return termsOf(query).every((term) => {
    const parent = /^'((?:[^'\\]|\\.)*)' in parents$/.exec(term)?.[1];
    if (parent !== undefined) return file.parents.includes(parent === 'root' ? 'root-of-ada' : parent);
    const [, field, operator, text = ''] =
      /^(name|fullText|mimeType) (contains|=) '((?:[^'\\]|\\.)*)'$/.exec(term) ?? [];
    const value = text.replaceAll(/\\(.)/g, '$1');
    if (field === 'mimeType') return file.mimeType === value;
    if (field === 'name' && operator === 'contains') return file.name.toLowerCase().includes(value.toLowerCase());
    if (field === 'fullText') return `${file.name} ${file.content}`.toLowerCase().includes(value.toLowerCase());
    if (term === 'trashed=false') return !file.trashed;
    if (term === 'sharedWithMe=true')
      return file.parents.length === 0 && file.driveId === '' && file.id !== 'root-of-ada';
    throw new Error(`no such term: ${term}`);
  });
}

/** Quotes may hold `and`. */
function termsOf(query: string): readonly string[] {
  return query
    .split(/ and (?=(?:[^'\\]|\\.|'(?:[^'\\]|\\.)*')*$)/)
    .map((term) => term.trim())
    .filter((term) => term !== '');
}
