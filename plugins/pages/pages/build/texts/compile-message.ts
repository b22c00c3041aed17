import { type PluralCategory, parse, type Token } from '@messageformat/parser';

/** What a text takes, as its language uses it: what is used as several of them is the last. */
const uses = ['value', 'choice', 'number'] as const;
export type Argument = (typeof uses)[number];

export interface CompiledMessage {
  /** An expression of JavaScript that gives the text. */
  readonly code: string;
  readonly takes: ReadonlyMap<string, Argument>;
}

/** What is wrong with a text. Whoever knows where it stands adds that. */
export class TextError extends Error {}

type Select = Extract<Token, { cases: unknown }>;

/**
 * Compiles a message of ICU MessageFormat: arguments, `plural`, `selectordinal`, `select`, and `number`. Each piece of text
 * becomes a literal, and each argument what `argument` says for its name: nothing of the message is ever code.
 */
export function compileMessage(message: string, language: string, argument: (name: string) => string): CompiledMessage {
  const takes = new Map<string, Argument>();
  const take = (name: string, as: Argument) => {
    const before = takes.get(name);
    if (before === undefined || uses.indexOf(before) < uses.indexOf(as)) takes.set(name, as);
    return argument(name);
  };
  const textOf = (tokens: readonly Token[], count: string): string => {
    const parts = tokens.map((token) => partOf(token, count));
    if (parts.length === 1 && parts[0]?.startsWith('"')) return parts[0];
    return parts.length === 0 ? '""' : `("" + ${parts.join(' + ')})`;
  };
  const partOf = (token: Token, count: string): string => {
    switch (token.type) {
      case 'content':
        return literal(token.value);
      case 'argument':
        return take(token.arg, 'value');
      case 'octothorpe':
        return `shown(${count})`;
      case 'function':
        if (token.key === 'number' && token.param === undefined) return `shown(${take(token.arg, 'number')})`;
        throw new TextError(
          `{${token.arg}, ${token.key}…} is not known here: plural, selectordinal, select and {${token.arg}, number} are; a time is given as a text`,
        );
      case 'select':
        return choiceOf(token, count);
      default:
        return pluralOf(token);
    }
  };
  const choiceOf = ({ arg, cases }: Select, count: string): string => {
    const value = `String(${take(arg, 'choice')})`;
    const other = otherOf(arg, cases);
    const named = cases.filter((each) => each !== other);
    const tests = named.map(({ key, tokens }) => `${value} === ${literal(key)} ? ${textOf(tokens, count)} : `);
    return `(${tests.join('')}${textOf(other.tokens, count)})`;
  };
  const pluralOf = ({ type, arg, cases, pluralOffset = 0 }: Select): string => {
    const value = take(arg, 'number');
    otherOf(arg, cases);
    const count = pluralOffset === 0 ? value : `(${value} - ${pluralOffset})`;
    const exact = cases.filter(({ key }) => key.startsWith('='));
    const tests = exact.map(({ key, tokens }) => `${value} === ${Number(key.slice(1))} ? ${textOf(tokens, count)} : `);
    const others = cases.filter((each) => !exact.includes(each));
    const forms = others.map(({ key, tokens }) => `${key}: ${textOf(tokens, count)}`);
    const rules = type === 'plural' ? 'cardinal' : 'ordinal';
    return `(${tests.join('')}form(${literal(language)}, "${rules}", ${count}, { ${forms.join(', ')} }))`;
  };
  return { code: textOf(parsed(message, language), '""'), takes };
}

/** The case for all else, which there must be; no case stands twice. */
function otherOf(name: string, cases: Select['cases']): Select['cases'][number] {
  const keys = cases.map(({ key }) => key);
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice !== undefined) throw new TextError(`"${twice}" stands twice in {${name}, …}`);
  const other = cases.find(({ key }) => key === 'other');
  if (other === undefined) throw new TextError(`{${name}, …} has no "other"`);
  return other;
}

function parsed(message: string, language: string): Token[] {
  const categories = (type: Intl.PluralRuleType) =>
    new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories as PluralCategory[];
  try {
    return parse(message, { cardinal: categories('cardinal'), ordinal: categories('ordinal') });
  } catch (error) {
    throw new TextError(error instanceof Error ? error.message : String(error));
  }
}

/** A text as a literal that ends neither a line, a script nor itself. */
export function literal(text: string): string {
  return JSON.stringify(text).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
