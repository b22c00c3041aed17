/** Jinja's `urlize`: addresses in a text become links, all else is escaped. */
import { isInteger } from '#engine';
import type { Arguments } from './arguments.ts';
import { escapeMarkup } from './markup.ts';
import type { Run } from './run.ts';
import { TemplateError } from './template-error.ts';
import { isTrue, iterate, textOf } from './values.ts';
import { withBlanks } from './white-space.ts';

const word = '[\\p{L}\\p{N}_]';
const label = '[\\p{L}\\p{N}_%-]';
const named = `(?:https?://|www\\.)(?:${label}+\\.)*(?:[a-z]{2,63}|xn--[\\p{L}\\p{N}_%]{2,59})`;
const known = `(?:${label}{2,63}\\.)+(?:com|net|int|edu|gov|org|info|mil)`;
const numbered = 'https?://(?:\\d{1,3}(?:\\.\\d{1,3}){3}|\\[(?:[\\da-f]{0,4}:){2}[\\da-f:]{1,30}\\])';
const address = new RegExp(`^(?:${named}|${known}|${numbered})(?::\\d{1,5})?(?:[/?#]\\S*)?$`, 'iu');
const host = new RegExp(`^${word}[\\p{L}\\p{N}_.-]*$`, 'u');
const lastLabel = new RegExp(`^${word}+$`, 'u');

/** Pairs that may stand around an address; what opens inside it takes what closes back in. */
const pairs = [
  ['(', ')'],
  ['<', '>'],
  ['&lt;', '&gt;'],
] as const;
const openings = ['(', '<', '&lt;'];
const closings = [')', '>', '.', ',', '\n', '&gt;'];

interface LinkStyle {
  /** Characters of a shown address, after which it is cut. */
  readonly limit: number | null;
  /** Attributes of links, beginning with a blank. */
  readonly attributes: string;
  readonly schemes: readonly string[];
}

export function urlize(value: unknown, args: Arguments, run: Run): string {
  const names = ['trim_url_limit', 'nofollow', 'target', 'rel', 'extra_schemes'];
  const [limit, nofollow, target, rel, extra] = args.take('urlize', names);
  const relations = new Set(
    textOf(rel ?? '')
      .split(/\s+/)
      .filter(Boolean),
  );
  if (isTrue(nofollow)) relations.add('nofollow');
  relations.add('noopener');
  const aim = target === undefined || target === null ? '' : ` target="${escapeMarkup(textOf(target))}"`;
  const style: LinkStyle = {
    limit: isInteger(limit) ? Number(limit) : null,
    attributes: ` rel="${escapeMarkup([...relations].sort().join(' '))}"${aim}`,
    schemes: extra === undefined || extra === null ? [] : iterate(extra).map(checkedScheme),
  };
  const input = escapeMarkup(textOf(value));
  run.chargeText(input.length);
  const pieces = withBlanks(input);
  run.charge(pieces.length >> 1);
  let length = 0;
  const made = pieces.map((piece) => {
    run.charge((style.schemes.length * piece.length) >> 6);
    const linked = linkedWord(piece, style);
    length += linked.length;
    run.limitText(length);
    return linked;
  });
  run.chargeText(length);
  return made.join('');
}

function checkedScheme(scheme: unknown): string {
  const text = textOf(scheme);
  if (/^[\w.+-]{2,}:\/{0,2}$/.test(text)) return text;
  throw new TemplateError(`'${text.slice(0, 50)}' is not a valid URI scheme prefix.`);
}

function linkedWord(piece: string, style: LinkStyle): string {
  let start = 0;
  for (let mark = markAt(piece, start); mark !== undefined; mark = markAt(piece, start)) start += mark.length;
  let end = piece.length;
  for (let mark = markBefore(piece, end, start); mark !== undefined; mark = markBefore(piece, end, start)) {
    end -= mark.length;
  }
  for (const [opening, closing] of pairs) {
    const opened = count(piece.slice(start, end), opening);
    if (opened <= count(piece.slice(start, end), closing)) continue;
    for (let left = opened; left > 0; left -= 1) {
      const at = piece.indexOf(closing, end);
      if (at < 0) break;
      end = at + closing.length;
    }
  }
  return piece.slice(0, start) + linkOf(piece.slice(start, end), style) + piece.slice(end);
}

function markAt(piece: string, at: number): string | undefined {
  return openings.find((mark) => piece.startsWith(mark, at));
}

function markBefore(piece: string, end: number, start: number): string | undefined {
  return closings.find((mark) => end - mark.length >= start && piece.endsWith(mark, end));
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

function linkOf(middle: string, { limit, attributes, schemes }: LinkStyle): string {
  const link = (target: string, shown: string, more = attributes) => `<a href="${target}"${more}>${shown}</a>`;
  if (address.test(middle)) {
    const characters = [...middle];
    const shown = limit !== null && characters.length > limit ? `${characters.slice(0, limit).join('')}...` : middle;
    return link(/^https?:\/\//.test(middle) ? middle : `https://${middle}`, shown);
  }
  if (middle.startsWith('mailto:')) {
    const mailbox = middle.slice('mailto:'.length);
    if (isMailbox(mailbox)) return link(middle, mailbox, '');
  }
  const isBare = middle.includes('@') && !middle.includes(':') && !middle.startsWith('www.') && !middle.startsWith('@');
  if (isBare && isMailbox(middle)) return link(`mailto:${middle}`, middle, '');
  const scheme = schemes.find((one) => middle !== one && middle.startsWith(one));
  return scheme === undefined ? middle : link(middle, middle);
}

/** Something, `@`, and a host with a point in it. Taken apart by hand: a pattern would start over at every `@`. */
function isMailbox(text: string): boolean {
  const at = text.lastIndexOf('@');
  const name = text.slice(at + 1);
  const point = name.lastIndexOf('.');
  return at > 0 && point > 0 && host.test(name) && lastLabel.test(name.slice(point + 1));
}
