import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { smtpAddress } from './smtp-address.ts';
import { smtpMail } from './smtp-mail.ts';

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string;
  readonly text: string;
}

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A mail server that takes e-mails of one user. */
async function startServer(password: string) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authMethods: ['PLAIN'],
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password: given }, _session, done) =>
      given === password ? done(null, { user: username }) : done(new Error('wrong password')),
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user: String(session.user),
          text: Buffer.concat(parts).toString('utf8'),
        });
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(() => resolve())));
  return { received, port: (server.server.address() as AddressInfo).port };
}

function mailTo(url: string) {
  const mail = smtpMail(url, 'Weft <weft@example.com>');
  closers.unshift(async () => mail.close());
  return mail;
}

const email = { to: 'ada@example.com', subject: 'Hello', text: 'A line\nand another' };

it('an e-mail arrives at a mail server that asks who sends', async () => {
  const { received, port } = await startServer('se:cret');
  const mail = mailTo(`smtp://weft:${encodeURIComponent('se:cret')}@127.0.0.1:${port}`);
  expect(mail.isConfigured).toBe(true);
  expect(await mail.send(email)).toBe(true);
  expect(received).toMatchObject([{ from: 'weft@example.com', to: ['ada@example.com'], user: 'weft' }]);
  expect(received[0]?.text).toContain('and another');
});

it('nothing in a name or subject becomes another header or receiver', async () => {
  const { received, port } = await startServer('s');
  const mail = mailTo(`smtp://weft:s@127.0.0.1:${port}`);
  await mail.send({ ...email, subject: 'Hi\r\nBcc: eve@example.com' });
  await mail.send({ ...email, to: 'ada@example.com\r\nBcc: eve@example.com' }).catch(() => {});
  for (const { to, text } of received) {
    expect(to.join()).not.toContain('eve@');
    expect(text).not.toMatch(/^Bcc:/im);
  }
  expect(received.length).toBeGreaterThan(0);
});

it.each([
  ['refuses the password', async () => `smtp://weft:wrong@127.0.0.1:${(await startServer('right')).port}`],
  ['is not there', async () => 'smtp://weft:x@127.0.0.1:9'],
])('a server that %s is an error without the password', async (_name, urlOf) => {
  const sending = mailTo(await urlOf()).send(email);
  await expect(sending).rejects.toMatchObject({ code: 'mail.not_sent', kind: 'unavailable' });
  await expect(sending).rejects.not.toThrow(/wrong@|weft:/);
});

it.each([
  ['smtp://weft:pass%2Fword@host:abc', 'port'],
  ['smtp://host:0', 'port'],
  ['smtp://host:65536', 'port'],
  ['smtp://host:-1', 'port'],
  ['http://weft:pass%2Fword@host:587', 'smtp://'],
  ['weft:pass%2Fword@host', 'smtp://'],
  ['host:587', 'smtp://'],
  ['smtp:host', 'smtp://'],
  ['smtp://', 'host'],
  ['smtp://weft:pass%2Fword@:587', 'host'],
  ['smtp://host:587/inbox', 'path'],
  ['smtp://host?secure=1', 'path'],
  ['smtp://weft:pass%2Fword@ho st:587', 'is not an address'],
  ['smtp://weft:50%pass%2Fword@host', '%25'],
])('the address %s is refused at the start: %s', (url, part) => {
  const refused = () => smtpMail(url, 'Weft <weft@example.com>');
  expect(refused).toThrow(expect.objectContaining({ code: 'mail.invalid_url' }));
  expect(refused).toThrow(part);
  expect(refused).not.toThrow(/pass(%2F|\/)word/);
});

it.each([
  ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, isSecure: false }],
  ['smtps://mail.example.com/', { host: 'mail.example.com', port: 465, isSecure: true }],
  ['smtp://[::1]:2525', { host: '::1', port: 2525, isSecure: false }],
  ['smtp://a%40b:c%3Ad@h:25', { host: 'h', port: 25, isSecure: false, auth: { user: 'a@b', pass: 'c:d' } }],
])('the address %s is understood', (url, address) => {
  expect(smtpAddress(url)).toEqual(address);
});

it('without a server nothing is sent, and callers are told', async () => {
  const mail = mailTo('');
  expect(mail.isConfigured).toBe(false);
  expect(await mail.send(email)).toBe(false);
});
