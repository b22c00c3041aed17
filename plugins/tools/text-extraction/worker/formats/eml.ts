import PostalMime, { type Address } from 'postal-mime';
import { htmlToMarkdown } from '#plugins/text-extraction/worker/html-to-markdown.ts';
import type { Reader } from '#plugins/text-extraction/worker/source.ts';

/** A message: who, to whom, when and about what, then its text; attachments are named. */
export const readEml: Reader = async ({ bytes, output }) => {
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: 20 });
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

function shown(address: Address | undefined): string {
  if (address === undefined) return '';
  if (address.address === undefined) return address.name;
  return address.name === '' ? address.address : `${address.name} <${address.address}>`;
}
