import { PlatformError } from '#kernel';
import type { Sockets } from '#plugins/egress/contract.ts';
import { type Files, fileLabel, filesOf } from '#plugins/files/contract.ts';
import type { Tool, ToolInvocation, ToolParameter } from '#plugins/tools/contract.ts';
import { letterOf } from './letter.ts';
import { type Attachment, send } from './smtp-server.ts';

const mostFiles = 20;
/** Of all attachments; few mail servers take more. */
const mostBytes = 20 * 1024 * 1024;

const text = (name: string, label: string, description: string, required = false): ToolParameter => ({
  name,
  type: 'string',
  form: 'llm',
  label,
  description,
  required,
});

/** The tool documents know as `email`, `send_mail`: an e-mail through a mail server of the workspace's own. */
export function createSendMail({ sockets, files }: { readonly sockets: Sockets; readonly files: Files }): Tool {
  return {
    id: 'email.send_mail',
    provider: 'email',
    providerAliases: ['mail', 'smtp'],
    name: 'send_mail',
    aliases: ['send_mail_batch', 'send_email'],
    label: 'Send e-mail',
    description: 'Sends an e-mail to one or more addresses.',
    parameters: [
      { ...text('send_to', 'To', 'Addresses, separated by commas or as a JSON list', true), grammar: 'addresses' },
      { ...text('cc', 'Copy', 'Addresses that get a copy'), grammar: 'addresses' },
      { ...text('bcc', 'Blind copy', 'Addresses that get a copy without the others seeing it'), grammar: 'addresses' },
      { ...text('reply_to', 'Reply to', 'Where answers go'), grammar: 'addresses' },
      text('subject', 'Subject', 'One line', true),
      text('email_content', 'Text', 'Plain text, or HTML with "HTML" on', true),
      { name: 'attachments', type: 'files', form: 'llm', label: 'Attachments', description: 'Files to send along' },
      {
        name: 'convert_to_html',
        type: 'boolean',
        form: 'form',
        label: 'Markdown',
        description: 'The text is Markdown: it is sent as HTML as well',
        default: false,
      },
      {
        name: 'is_html',
        type: 'boolean',
        form: 'form',
        label: 'HTML',
        description: 'The text is HTML',
        default: false,
      },
    ],
    credentials: {
      type: 'object',
      required: ['smtp_server', 'email_account'],
      properties: {
        smtp_server: { type: 'string', title: 'SMTP server', description: 'Such as smtp.example.com' },
        smtp_port: { type: 'string', pattern: '^[0-9]{1,5}$', title: 'Port', description: '587 for TLS, 465 for SSL' },
        encrypt_method: {
          type: 'string',
          enum: ['SSL', 'TLS', 'NONE'],
          title: 'Encryption',
          description: 'TLS (STARTTLS, the default), SSL (from the first byte), NONE',
        },
        email_account: { type: 'string', title: 'Account', description: 'Such as weft@example.com' },
        email_password: { type: 'string', secret: true, title: 'Password', description: 'None: no log-in' },
        sender_address: { type: 'string', title: 'Sender', description: 'Where it is another than the account' },
      },
    },
    sideEffects: true,
    timeoutSeconds: 120,
    async invoke(invocation) {
      const letter = letterOf(invocation.arguments);
      const attachments = await attached(invocation, files);
      await send(sockets, invocation.credentials, letter, attachments, invocation.signal);
      const { to, cc, bcc, subject } = letter;
      const count = to.length + cc.length + bcc.length;
      return {
        text: `The e-mail was sent to ${count === 1 ? to[0] : `${count} addresses`}.`,
        json: [{ sent: true, to, cc, subject, attachments: attachments.map(({ filename }) => filename) }],
      };
    },
  };
}

async function attached({ arguments: given, workspaceId, appId, signal }: ToolInvocation, files: Files) {
  const wanted = filesOf(given.attachments);
  if (wanted.length > mostFiles) throw tooMuch(`${wanted.length} attachments are more than ${mostFiles}.`);
  const attachments: Attachment[] = [];
  let left = mostBytes;
  for (const file of wanted) {
    const content = await files.read(file, { workspaceId, appId, maxBytes: Math.max(left, 1), signal });
    left -= content.bytes.length;
    if (left < 0) throw tooMuch(`The attachments have more than ${mostBytes / 1024 / 1024} MB together.`);
    const contentType = /^[\w.+-]+\/[\w.+-]+$/.test(content.mediaType) ? content.mediaType : 'application/octet-stream';
    const filename = fileLabel(file).replace(/[\p{Cc}/\\]+/gu, '_');
    attachments.push({ filename, contentType, content: content.bytes });
  }
  return attachments;
}

function tooMuch(message: string): PlatformError {
  return new PlatformError('invalid', 'tool-mail.too_much', `${message} Send links, or several e-mails.`);
}
