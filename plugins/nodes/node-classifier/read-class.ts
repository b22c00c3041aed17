import { toText } from '#engine';
import { readJsonObject, withoutThoughts } from '#plugins/node-llm/contract.ts';
import type { NamedClass } from './prompt.ts';

const ID_KEYS = ['class_id', 'category_id', 'id'];
const NAME_KEYS = ['class_name', 'category_name', 'name', 'class', 'category'];

/** Characters of a reply that is searched for names; a longer one is no answer to the question. */
const MAX_SEARCHED = 4_000;

/**
 * The class a reply names: by id or name in a JSON object, as the whole of its text, as the only class its text mentions,
 * or by its place in the list. Null when it names none of them.
 */
export function readClass<Class extends NamedClass>(reply: string, classes: readonly Class[]): Class | null {
  const object = readJsonObject(reply);
  if (object !== null) {
    // An id decides: names are what models translate and shorten.
    const named = [...valuesOf(object, ID_KEYS), ...valuesOf(object, NAME_KEYS)];
    for (const text of named) {
      const found = findClass(text, classes);
      if (found !== null) return found;
    }
  }
  const text = withoutThoughts(reply);
  if (text.length > MAX_SEARCHED) return null;
  return (
    findClass(text, classes) ?? onlyMentioned(text, classes) ?? counted(object === null ? text : idOf(object), classes)
  );
}

/** The class at a place of the list: a model that answers with a number that is no id has counted them. */
function counted<Class>(text: string, classes: readonly Class[]): Class | null {
  const place = plain(text);
  return /^[1-9]\d{0,2}$/.test(place) ? (classes[Number(place) - 1] ?? null) : null;
}

function idOf(object: Readonly<Record<string, unknown>>): string {
  return valuesOf(object, ID_KEYS)[0] ?? '';
}

function valuesOf(object: Readonly<Record<string, unknown>>, keys: readonly string[]): readonly string[] {
  return keys
    .filter((key) => Object.hasOwn(object, key))
    .map((key) => toText(object[key]))
    .filter((text) => text.trim() !== '' && text.length <= MAX_SEARCHED);
}

function findClass<Class extends NamedClass>(text: string, classes: readonly Class[]): Class | null {
  const wanted = plain(text);
  if (wanted === '') return null;
  return (
    classes.find(({ id }) => id === text.trim()) ??
    classes.find(({ name }) => plain(name) === wanted) ??
    classes.find(({ id }) => plain(id) === wanted) ??
    null
  );
}

/** A name that is part of another one does not count where the longer one stands. */
function onlyMentioned<Class extends NamedClass>(text: string, classes: readonly Class[]): Class | null {
  let rest = plain(text);
  let found: Class | null = null;
  const named = classes.map((candidate) => ({ candidate, name: plain(candidate.name) }));
  for (const { candidate, name } of named.toSorted((a, b) => b.name.length - a.name.length)) {
    if (name === '' || !rest.includes(name)) continue;
    if (found !== null) return null;
    found = candidate;
    rest = rest.replaceAll(name, ' ');
  }
  return found;
}

const MARKS = new Set(' \t\r\n"\'`*_.:()[]{}');

/** Without quotes, marks of emphasis and differences of letter case around a word. */
function plain(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase();
  let start = 0;
  let end = folded.length;
  while (start < end && MARKS.has(folded.charAt(start))) start += 1;
  while (end > start && MARKS.has(folded.charAt(end - 1))) end -= 1;
  return folded.slice(start, end);
}
