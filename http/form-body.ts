import { badRequest } from './json-body.ts';

/** Far above any page's. */
const FIELDS = 100;

/** Fields of a form as a page sends them. A field that is there twice is refused: who reads it next may take the other. */
export function parseFormBody(text: string): Readonly<Record<string, string>> {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name)) throw badRequest(`The field "${name.slice(0, 60)}" is there twice`);
    if (fields.size >= FIELDS) throw badRequest(`A form has at most ${FIELDS} fields`);
    fields.set(name, value);
  }
  return Object.assign(Object.create(null), Object.fromEntries(fields));
}
