import { ranked } from '#plugins/drafts/web/graph/rank.ts';
import type { VariableGroup } from '#plugins/drafts/web/graph/variables.ts';
import type { Chip, Offer, TextHelp } from '#plugins/ui/web/code-editor/contract.ts';
import type { PromptForm } from './prompt-props.ts';

/** What a prompt may name, and how that is told. */
export interface PromptWords {
  readonly variables: readonly VariableGroup[];
  readonly form: PromptForm;
  /** Placeholders without braces: `#context#`. */
  readonly special: readonly string[];
  /** The heading they are offered below. */
  readonly specialGroup: string;
  /** The name of a group, where it is not its title. */
  titleOf(group: VariableGroup): string;
  lastOf(selector: readonly string[]): unknown;
  /** What is said of one that is not there. */
  readonly unknownAbout: string;
  /** Where secrets are typed: what marks of the document stand for. */
  readonly hidden?: { readonly label: string; readonly about: string } | undefined;
  readonly lost?: { readonly label: string; readonly about: string } | undefined;
}

const mark = /\[__HIDDEN__(:hidden_[0-9a-f]{16})?\]/g;
const placeholder = /\{\{([^{}\n]+)\}\}/g;
/** Types that have nothing inside. */
const flat = new Set(['string', 'number', 'integer', 'boolean', 'secret']);
const MAX_VALUE = 60;
const MAX_WORD = 100;
/** How much of a long text is looked through for words, before and behind the caret. */
const MAX_AROUND = 20_000;

interface Known {
  readonly title: string;
  readonly type: string;
  readonly about: string;
}

/** Chips and offers of a prompt. Variables are looked up by name, so that many of them cost no more. */
export function promptHelp(words: PromptWords): TextHelp {
  const { form, special } = words;
  const known = new Map<string, Known>();
  const titles = new Map<string, string>();
  for (const group of words.variables) {
    const title = words.titleOf(group);
    titles.set(group.id, title);
    for (const { selector, type, about } of group.variables)
      known.set(form === 'selectors' ? selector.join('.') : nameOf(selector), { title, type, about });
  }
  const find = (name: string): Known | undefined => {
    const own = known.get(name);
    if (own !== undefined || form !== 'selectors') return own;
    // Of files and objects each part may be named.
    for (let at = name.lastIndexOf('.'); at > 0; at = name.lastIndexOf('.', at - 1)) {
      const outer = known.get(name.slice(0, at));
      if (outer !== undefined) return flat.has(outer.type) ? undefined : { ...outer, type: '', about: '' };
    }
    return undefined;
  };
  const chipOf = (inner: string): Omit<Chip, 'from' | 'to'> | null => {
    const written = inner.trim();
    if (special.includes(written)) return { label: written.replaceAll('#', ''), about: '', isKnown: true };
    const name =
      form === 'selectors' ? /^#([^#\s]+)#$/.exec(written)?.[1] : /^[\p{L}_][\p{L}\p{N}_]*$/u.exec(written)?.[0];
    if (name === undefined) return null;
    const found = find(name);
    const [id = '', ...rest] = name.split('.');
    const title = found?.title ?? titles.get(id) ?? id;
    const label = form === 'selectors' ? [title, rest.join('.')].filter(Boolean).join(' · ') : name;
    if (found === undefined) return { label, about: words.unknownAbout, isKnown: false };
    return { label, about: [found.type, found.about].filter(Boolean).join(' · '), isKnown: true };
  };
  return {
    ...(form !== 'jinja2' && {
      chips: (text) =>
        [
          ...placed(text, placeholder, (inner) => chipOf(inner ?? '')),
          ...placed(text, mark, (name) => markChip(words, name !== undefined)),
        ].toSorted((one, other) => one.from - other.from),
    }),
    offers(text, at, isAsked) {
      const asked = askedAt(text, at, { isAsked, isCode: form === 'jinja2' });
      if (asked === null) return null;
      const typed = text.slice(asked.typed, at);
      return { ...asked, offers: rankedOffers(offersOf(words, asked.isInside), typed) };
    },
  };
}

function placed(
  text: string,
  expression: RegExp,
  chipOf: (inner: string | undefined) => Omit<Chip, 'from' | 'to'> | null,
): Chip[] {
  return [...text.matchAll(expression)].flatMap((match) => {
    const chip = chipOf(match[1]);
    return chip === null ? [] : [{ ...chip, from: match.index, to: match.index + match[0].length }];
  });
}

function markChip({ hidden, lost }: PromptWords, isKept: boolean): Omit<Chip, 'from' | 'to'> | null {
  const told = isKept ? hidden : lost;
  return told === undefined ? null : { ...told, isKnown: isKept };
}

function nameOf(selector: readonly string[]): string {
  return selector.at(-1) ?? '';
}

/** Behind `/` at the beginning of a word, also in quotes, or behind `{{`; what closes the placeholder already is replaced with it. */
function askedAt(
  text: string,
  at: number,
  { isAsked, isCode }: { readonly isAsked: boolean; readonly isCode: boolean },
) {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const behind = text.slice(at);
  const braces = /\{\{#?([^{}#]*)$/.exec(line);
  if (braces !== null) {
    const words = (braces[1] ?? '').trimStart();
    const closing = /^#?\s*\}\}/.exec(behind)?.[0].length ?? 0;
    return { from: at - braces[0].length, to: at + closing, typed: at - words.length, isInside: false };
  }
  // Inside of `{% %}` a name stands for itself.
  const block = isCode ? /\{%(?:(?!%\}).)*?([\p{L}_][\p{L}\p{N}_]*)?$/u.exec(line) : null;
  if (block !== null && (isAsked || block[1] !== undefined)) {
    const typed = at - (block[1] ?? '').length;
    return { from: typed, to: at, typed, isInside: true };
  }
  const slash = /(?:^|[\s"'“”„«‘’([{>])\/([^\s/]*)$/.exec(line);
  if (slash !== null) {
    const words = slash[1] ?? '';
    return { from: at - words.length - 1, to: at, typed: at - words.length, isInside: false };
  }
  return isAsked ? { from: at, to: at, typed: at, isInside: false } : null;
}

function offersOf(
  { variables, form, special, specialGroup, titleOf, lastOf }: PromptWords,
  isInside: boolean,
): readonly Offer[] {
  const own = special.map(
    (name): Offer => ({ label: name.replaceAll('#', ''), insert: `{{${name}}}`, group: specialGroup }),
  );
  const named = variables.flatMap((group) => {
    const title = titleOf(group);
    return group.variables.map(({ selector, type, about }): Offer => {
      const name = nameOf(selector);
      const insert =
        form === 'selectors'
          ? `{{#${selector.join('.')}#}}`
          : isInside
            ? name
            : form === 'names'
              ? `{{${name}}}`
              : `{{ ${name} }}`;
      return {
        ...{ label: form === 'selectors' ? selector.slice(1).join('.') : name, insert, type },
        ...(title !== '' && { group: title }),
        about: shortValue(lastOf(selector)) || about,
      };
    });
  });
  return [...named, ...own];
}

/** What is meant by what was typed: a variable by its name, then by that of its node. */
function rankedOffers(offers: readonly Offer[], typed: string): readonly Offer[] {
  const findable = offers.map((offer) => ({
    label: offer.label,
    aliases: [...(offer.group === undefined ? [] : [offer.group]), offer.insert],
    offer,
  }));
  return ranked(findable, typed).map(({ offer }) => offer);
}

/** A value in a few words; empty: there is none. */
export function shortValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  const written = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const line = written
    .slice(0, 4 * MAX_VALUE)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > MAX_VALUE ? `${line.slice(0, MAX_VALUE)}…` : line;
}

/** Names that code may use: its inputs, and the words that stand in it already. */
export function codeHelp(inputs: readonly { readonly name: string; readonly type: string }[]): TextHelp {
  const named = inputs.map(({ name, type }): Offer => ({ label: name, insert: name, type }));
  const names = new Set(inputs.map(({ name }) => name));
  return {
    offers(text, at, isAsked) {
      const words = /[\p{L}_$][\p{L}\p{N}_$]*$/u.exec(text.slice(Math.max(0, at - MAX_WORD), at))?.[0] ?? '';
      if (words === '' && !isAsked) return null;
      const from = at - words.length;
      const around = `${text.slice(Math.max(0, from - MAX_AROUND), from)} ${text.slice(at, at + MAX_AROUND)}`;
      const found = new Set(around.match(/[\p{L}_$][\p{L}\p{N}_$]{2,60}/gu) ?? []);
      const typed = words.toLowerCase();
      const own = [...found]
        .filter((word) => !names.has(word) && word.toLowerCase().includes(typed))
        .map((word): Offer => ({ label: word, insert: word }));
      return { from, to: at, typed: from, offers: rankedOffers([...named, ...own], words) };
    },
  };
}
