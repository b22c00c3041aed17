import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, it } from 'vitest';
import { openSockets } from '#plugins/egress/testing/open-sockets.ts';
import type { Files } from '#plugins/files/contract.ts';
import type { ToolInvocation } from '#plugins/tools/contract.ts';
import { createSendMail } from './send-mail.ts';

/** A mail server that takes e-mails of one user. */
async function startServer(options: SMTPServerOptions = {}) {
  const received: { to: readonly string[]; text: string; user: string; secure: boolean }[] = [];
  const server = new SMTPServer({
    authMethods: ['PLAIN'],
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'se:cret' ? done(null, { user: username }) : done(new Error(`no user with password ${password}`)),
    onData(stream, { envelope, user, secure }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ to, text: Buffer.concat(parts).toString('utf8'), user: String(user), secure });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    received,
    port: (server.server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const files: Files = {
  read: async (file) => ({
    bytes: Buffer.alloc(file.filename === 'large' ? 11_000_000 : 3, 'abc'),
    mediaType: 'text/csv\r\nx: y',
  }),
};
const file = (filename: string) => ({
  dify_model_identity: '__dify__file__',
  type: 'document',
  transfer_method: 'tool_file',
  filename,
});

function mail(
  port: number,
  given: Readonly<Record<string, unknown>>,
  credentials: Readonly<Record<string, string>> = {},
  allow?: readonly string[],
) {
  const tool = createSendMail({ sockets: openSockets(allow), files });
  const { signal } = new AbortController();
  const server = { smtp_server: '127.0.0.1', smtp_port: String(port), encrypt_method: 'NONE' };
  const account = { email_account: 'weft@example.com', email_password: 'se:cret' };
  const told = { send_to: 'ada@example.com', subject: 'Hello', email_content: 'A line', ...given };
  // It reads nothing else of an invocation.
  const invocation = { arguments: told, credentials: { ...server, ...account, ...credentials }, signal };
  return Promise.resolve(tool.invoke(invocation as unknown as ToolInvocation));
}

it('sends to all recipients, with files, as the account', async () => {
  await using server = await startServer();
  const { text } = await mail(server.port, {
    send_to: '["ada@example.com", "bob@example.com"]',
    cc: 'ada@example.com',
    bcc: 'eve@example.com',
    subject: 'Grüße',
    attachments: [file('a/b\r\nX: y.csv')],
  });
  expect(text).toBe('The e-mail was sent to 4 addresses.');
  const [got] = server.received;
  expect(got).toMatchObject({
    user: 'weft@example.com',
    to: ['ada@example.com', 'bob@example.com', 'eve@example.com'],
  });
  expect(got?.text).toMatch(/^From: <?weft@example.com>?\r\n/m);
  expect(got?.text).not.toContain('eve@');
  expect(got?.text).not.toMatch(/^X: y/im);
  expect(got?.text).toContain('a_b_X: y.csv');
});

it('makes HTML of Markdown, but not of the HTML in it', async () => {
  await using server = await startServer();
  await mail(server.port, { email_content: '**bold** <script>x()</script>', convert_to_html: true });
  const text = server.received[0]?.text ?? '';
  expect(text).toContain('<strong>bold</strong>');
  expect(text).toContain('text/plain');
  expect(text.split('text/html')[1]).not.toContain('<script>');
});

it('refuses headers in disguise, and what is no address', async () => {
  const odd = ['', 'ada', 'a@b.c\r\nBcc: e@example.com', '"x" <a@b.c>', 'a b@c.d', '[]', '[{}]', '[1', 'a@localhost'];
  for (const send_to of odd) {
    await expect(mail(1, { send_to }), send_to).rejects.toMatchObject({ code: 'tool-mail.bad_address' });
  }
  const many = Array.from({ length: 51 }, (_, index) => `a${index}@example.com`).join();
  await expect(mail(1, { bcc: many })).rejects.toMatchObject({ code: 'tool-mail.bad_address' });
  const subject = 'Hello\r\nBcc: eve@example.com';
  await expect(mail(1, { subject })).rejects.toMatchObject({ code: 'tool-mail.bad_letter' });
  const attachments = [file('large'), file('large')];
  await expect(mail(1, { attachments })).rejects.toMatchObject({ code: 'tool-mail.too_much' });
  const sender = { sender_address: 'weft' };
  await expect(mail(1, {}, sender)).rejects.toMatchObject({ code: 'tool-mail.invalid_server' });
});

it('connects to allowed servers only', async () => {
  for (const smtp_server of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '0x7f000001']) {
    await expect(mail(25, {}, { smtp_server }, []), smtp_server).rejects.toMatchObject({
      code: 'egress.address_refused',
    });
  }
  await expect(mail(70_000, {})).rejects.toMatchObject({ code: 'egress.invalid_request' });
});

it('says what a server refuses, never the password', async () => {
  await using server = await startServer();
  const error: unknown = await mail(server.port, {}, { email_password: 'wrong-one' }).catch((cause: unknown) => cause);
  expect(error).toMatchObject({ code: 'tool-mail.refused', message: expect.stringContaining('password ***') });
  await using strict = await startServer({ onRcptTo: (_address, _session, done) => done(new Error('no such user')) });
  await expect(mail(strict.port, {})).rejects.toMatchObject({ code: 'tool-mail.refused' });
});

it('sends nothing unencrypted where encryption is wanted', async () => {
  await using server = await startServer();
  await expect(mail(server.port, {}, { encrypt_method: 'TLS' })).rejects.toMatchObject({ code: 'tool-mail.not_sent' });
  expect(server.received).toEqual([]);
});
