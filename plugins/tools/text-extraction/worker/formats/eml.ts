import PostalMime, { type Address, type Email } from 'postal-mime';
import { decodeText } from '#plugins/text-extraction/worker/encoding.ts';
import { htmlToMarkdown } from '#plugins/text-extraction/worker/html-to-markdown.ts';
import type { Reader } from '#plugins/text-extraction/worker/source.ts';

/** A message: who, to whom, when and about what, then its text; attachments are named. */
export const readEml: Reader = async ({ bytes, output }) => {
  const mail = await parsed(bytes);
  const header = (name: string, value: string | undefined) => {
    if (value !== undefined && value.trim() !== '') output.line(`${name}: ${value.replace(/\s+/g, ' ').trim()}`);
  };
  header('From', shown(mail.from));
  header('To', mail.to?.map(shown).join(', '));
  header('Cc', mail.cc?.map(shown).join(', '));
  header('Date', mail.date);
  header('Subject', mail.subject);
  output.block(mail.text?.trim() ? mail.text : htmlToMarkdown(mail.html ?? ''));
  const names = mail.attachments.flatMap(({ filename }) => filename ?? []);
  if (names.length > 0) output.block(`Attachments: ${names.join(', ')}`);
};

/** Texts without a declared encoding are taken for UTF-8: where they are not, the message is read in the encoding that its bytes tell. */
async function parsed(bytes: Uint8Array): Promise<Email> {
  const options = { maxNestingDepth: 20 };
  const mail = await PostalMime.parse(bytes, options);
  const isBroken = [mail.subject, mail.text, mail.html].some((text) => text?.includes('\ufffd') === true);
  if (!isBroken || declaresOther(bytes)) return mail;
  return PostalMime.parse(Buffer.from(decodeText(bytes)), options);
}

/** Whether a part says that it is in another encoding than the usual ones. */
function declaresOther(bytes: Uint8Array): boolean {
  const declared = Buffer.from(bytes)
    .toString('latin1')
    .matchAll(/\bcharset\s*=\s*"?([\w.:-]+)/gi);
  return [...declared].some(([, charset = '']) => !/^(?:utf-?8|us-ascii|ascii)$/i.test(charset));
}

function shown(address: Address | undefined): string {
  if (address === undefined) return '';
  if (address.address === undefined) return address.name;
  return address.name === '' ? address.address : `${address.name} <${address.address}>`;
}
