import { isMapping, toText } from '#engine';
import { PlatformError } from '#kernel';
import { isYes } from '#plugins/tools/contract.ts';

/** One e-mail costs a server a letter per recipient; a run that needs more sends several. */
const mostRecipients = 50;
const longestSubject = 500;
const longestText = 1_000_000;

/** What a tool was told to send. */
export interface Letter {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly replyTo: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** Of the text. */
  readonly format: 'plain' | 'html' | 'markdown';
}

/** Reads arguments. Throws `tool-mail.bad_address`, `tool-mail.bad_letter`. */
export function letterOf(given: Readonly<Record<string, unknown>>): Letter {
  const to = addressesIn(given.send_to, 'send_to');
  const cc = addressesIn(given.cc, 'cc');
  const bcc = addressesIn(given.bcc, 'bcc');
  const count = to.length + cc.length + bcc.length;
  if (to.length === 0) throw bad('send_to', 'names nobody');
  if (count > mostRecipients) throw bad('send_to', `and others name ${count} recipients, more than ${mostRecipients}`);
  const subject = toText(given.subject).trim();
  if (/\p{Cc}/u.test(subject)) throw wrong('The subject has line breaks or control characters: write it on one line.');
  if (subject.length > longestSubject) throw wrong(`The subject has more than ${longestSubject} characters.`);
  const text = toText(given.email_content);
  if (text.length > longestText) throw wrong(`The text has more than ${longestText} characters: attach it as a file.`);
  const replyTo = addressesIn(given.reply_to, 'reply_to');
  const format = isYes(given.is_html) ? 'html' : isYes(given.convert_to_html) ? 'markdown' : 'plain';
  return {
    to,
    cc,
    bcc,
    replyTo,
    subject: subject.toWellFormed(),
    text: text.toWellFormed(),
    format,
  };
}

/** `ada@example.com`: no name, no comment, nothing that could be a second address or a further header. */
export function isAddress(text: string): boolean {
  return (
    text.length <= 254 && /^[^\s"(),:;<>@[\\\]\p{Cc}]{1,64}@[\p{L}\p{N}-]{1,63}(\.[\p{L}\p{N}-]{1,63})+$/u.test(text)
  );
}

/** A text with commas between, or a JSON list as documents write it. */
function addressesIn(given: unknown, field: string): readonly string[] {
  const text = toText(given).trim();
  const list = text.startsWith('[') ? parsed(text) : text.split(/[,;]/);
  if (!Array.isArray(list)) throw bad(field, 'is no JSON list of addresses');
  const addresses = list.map((entry) => (isMapping(entry) ? '' : toText(entry).trim()));
  const named = text.startsWith('[') ? addresses : addresses.filter(Boolean);
  const odd = named.find((address) => !isAddress(address));
  if (odd !== undefined) throw bad(field, `holds ${JSON.stringify(odd.slice(0, 100))}, which is no address`);
  return [...new Set(named)];
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function bad(field: string, problem: string): PlatformError {
  const message = `${field} ${problem}. Write addresses such as ada@example.com, separated by commas.`;
  return new PlatformError('invalid', 'tool-mail.bad_address', message, { field });
}

function wrong(message: string): PlatformError {
  return new PlatformError('invalid', 'tool-mail.bad_letter', message);
}
