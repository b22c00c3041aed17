/** Methods that say of which kind the characters of a text are, as Unicode's tables and Python have it. */
import type { TextMethod } from './text-method.ts';
import { isBlank } from './white-space.ts';

/** Digits that are no decimals: raised, lowered, in circles. */
const digits =
  '\\u00b2\\u00b3\\u00b9\\u1369-\\u1371\\u19da\\u2070\\u2074-\\u2079\\u2080-\\u2089\\u2460-\\u2468\\u2474-\\u247c\\u2488-\\u2490\\u24ea\\u24f5-\\u24fd\\u24ff\\u2776-\\u277e\\u2780-\\u2788\\u278a-\\u2792\\u{10a40}-\\u{10a43}\\u{10e60}-\\u{10e68}\\u{11052}-\\u{1105a}\\u{1f100}-\\u{1f10a}';
/** Letters that stand for a number. */
const numerals =
  '㐅㒃㠪㭍一七万三九二五亖亿什仟仨伍佰億兆八六十千卄卅卌叁参參叄四壱壹幺廾廿弌弍弎弐拾捌柒漆玖百肆萬貮貳贰阡陆陌陸零𠀁𠁤𠃢𠄡𠤪𠦃𠦌𠦜𠫪𠫽𠬙𢎐𢦘𣬛𦉭\\uf96b\\uf973\\uf978\\uf9b2\\uf9d1\\uf9d3\\uf9fd\\u{2f890}';

const matches =
  (pattern: RegExp): TextMethod =>
  (text) =>
    pattern.test(text);

const upper = /[\p{Uppercase}]/u;
const lower = /\p{Lowercase}/u;
const titled = /\p{Lt}/u;

/** Each word begins large and goes on small. */
function isTitle(text: string): boolean {
  let isInside = false;
  let hasAny = false;
  for (const character of text) {
    const isSmall = lower.test(character);
    const isLarge = !isSmall && (upper.test(character) || titled.test(character));
    if ((isLarge && isInside) || (isSmall && !isInside)) return false;
    isInside = isLarge || isSmall;
    hasAny ||= isInside;
  }
  return hasAny;
}

export const kindMethods: readonly (readonly [string, TextMethod])[] = [
  ['isdecimal', matches(/^\p{Nd}+$/u)],
  ['isdigit', matches(new RegExp(`^[\\p{Nd}${digits}]+$`, 'u'))],
  ['isnumeric', matches(new RegExp(`^[\\p{N}${numerals}]+$`, 'u'))],
  ['isalpha', matches(/^\p{L}+$/u)],
  ['isalnum', matches(/^[\p{L}\p{N}]+$/u)],
  ['isspace', (text) => text !== '' && Array.from(text).every(isBlank)],
  ['isupper', (text) => upper.test(text) && !lower.test(text) && !titled.test(text)],
  ['islower', (text) => lower.test(text) && !upper.test(text) && !titled.test(text)],
  ['istitle', isTitle],
  ['isascii', (text) => !/[^\0-\x7f]/.test(text)],
  ['isidentifier', matches(/^[\p{XID_Start}_]\p{XID_Continue}*$/u)],
  ['isprintable', (text) => !/[^\P{C}]|[^\P{Z} ]/u.test(text)],
];
