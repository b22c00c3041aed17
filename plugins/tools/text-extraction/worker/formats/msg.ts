import outlook from '@kenjiuno/msgreader';
import { decodeText } from '#plugins/text-extraction/worker/encoding.ts';
import { htmlToMarkdown } from '#plugins/text-extraction/worker/html-to-markdown.ts';
import { Refusal } from '#plugins/text-extraction/worker/refusal.ts';
import type { Reader } from '#plugins/text-extraction/worker/source.ts';

/** An Outlook message: who, to whom, when and about what, then its text; attachments are named. */
export const readMsg: Reader = ({ bytes, output }) => {
  const message = open(bytes);
  const header = (name: string, value: string | undefined) => {
    if (value !== undefined && value.trim() !== '') output.line(`${name}: ${value.replace(/\s+/g, ' ').trim()}`);
  };
  header('From', person(message.senderName, message.senderSmtpAddress ?? message.senderEmail));
  header(
    'To',
    message.recipients?.map(({ name, smtpAddress, email }) => person(name, smtpAddress ?? email)).join(', '),
  );
  header('Date', message.messageDeliveryTime ?? message.clientSubmitTime);
  header('Subject', message.subject);
  output.block(message.body?.trim() ? message.body : htmlToMarkdown(message.bodyHtml ?? htmlOf(message.html)));
  const names = message.attachments?.flatMap(({ fileName, name }) => fileName ?? name ?? []) ?? [];
  if (names.length > 0) output.block(`Attachments: ${names.join(', ')}`);
};

function open(bytes: Uint8Array) {
  const reader = new outlook.default(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const message = reader.getFileData();
  if (message.error === undefined) return message;
  throw new Refusal('unreadable', 'is damaged: it can not be read as an Outlook message');
}

function htmlOf(html: Uint8Array | undefined): string {
  return html === undefined ? '' : decodeText(html);
}

function person(name: string | undefined, address: string | undefined): string {
  if (address === undefined || address === '' || address === name) return name ?? '';
  return name === undefined || name === '' ? address : `${name} <${address}>`;
}
