import { isMapping, isSecretName, isSecretPair, isSecretText, isTyped, replaceHidden } from '#engine';

/** What stands for a value that no model may see. */
const mark = (number: number) => `[[kept ${number}]]`;
const marks = /\[\[kept (\d{1,6})\]\]/g;
/** Settings that name a secret of the workspace, and values of documents that are none of a model's business. */
const pairedNames = ['key', 'name', 'header'];
const idNames = new Set(['credential_id']);

interface Kept {
  readonly text: string;
  /** Where it may be written back: a node's setting. */
  readonly place: string;
}

/**
 * Credentials in what a model is told, by marks: what is called like one, and what looks like one, wherever it was typed. A model may leave
 * a mark where it stood, and then the value stays; elsewhere a mark stands for nothing.
 */
export class HiddenValues {
  readonly #kept: Kept[] = [];

  /** The value without what must not be seen. `place`: where what is hidden in it may come back. */
  hide(value: unknown, place: string, name = ''): unknown {
    if (typeof value === 'string') return this.#text(value, place, name);
    if (Array.isArray(value)) return value.map((item) => this.hide(item, place, name));
    if (!isMapping(value)) return value;
    // Pairs of documents: the name stands beside the value.
    const paired = pairedNames.find((key) => typeof value[key] === 'string' && 'value' in value);
    const nameOf = (key: string) => (key === paired ? '' : key === 'value' ? String(value[paired ?? 'value']) : key);
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        this.hide(item, place, paired === undefined ? key : nameOf(key)),
      ]),
    );
  }

  /** A text that nobody writes back. */
  hideText(text: string): string {
    return String(this.hide(text, ''));
  }

  /** What a model gave, with the values where their marks were left in their places. null: a mark stands where it stood for nothing. */
  show(value: unknown, place: string): { readonly value: unknown; readonly isWhole: boolean } {
    let isWhole = true;
    const shown = (each: unknown): unknown => {
      if (typeof each === 'string') {
        return each.replace(marks, (whole, number: string) => {
          const kept = this.#kept[Number(number) - 1];
          if (kept?.place === place && place !== '') return kept.text;
          isWhole = false;
          return whole;
        });
      }
      if (Array.isArray(each)) return each.map(shown);
      if (!isMapping(each)) return each;
      return Object.fromEntries(Object.entries(each).map(([key, item]) => [key, shown(item)]));
    };
    return { value: shown(value), isWhole };
  }

  #text(text: string, place: string, name: string): string {
    if (text === '') return text;
    const keep = (part: string) => this.#keep(part, place);
    const isNamed = idNames.has(name) || (isSecretName(name) && isTyped(text) && !text.includes('\n'));
    if (isNamed) return keep(text);
    return text
      .split('\n')
      .map((line) =>
        hiddenLine(
          replaceHidden(line, (_, found) => keep(found)),
          keep,
        ),
      )
      .join('\n');
  }

  #keep(text: string, place: string): string {
    this.#kept.push({ text, place });
    return mark(this.#kept.length);
  }
}

/** Headers and parameters are lines of `name:value`. */
function hiddenLine(line: string, keep: (text: string) => string): string {
  const [, name = '', gap = '', value = ''] = /^\s*([^:\s]{1,100})(\s*:\s*)(.*)$/.exec(line) ?? [];
  if (name !== '' && isSecretName(name) && isSecretPair(name, value.replace(marks, '')))
    return `${name}${gap}${keep(value)}`;
  if (!isSecretText(line)) return line;
  const parted = line.replace(/\S+/g, (word) => (isSecretText(word) ? keep(word) : word));
  return isSecretText(parted) ? keep(line) : parted;
}
