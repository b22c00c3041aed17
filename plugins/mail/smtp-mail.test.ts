import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
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

/** A mail server that takes letters of one user. */
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

const letter = { to: 'ada@example.com', subject: 'Hello', text: 'A line\nand another' };

it('a letter arrives at a mail server that asks who sends', async () => {
  const { received, port } = await startServer('se:cret');
  const mail = mailTo(`smtp://weft:${encodeURIComponent('se:cret')}@127.0.0.1:${port}`);
  expect(mail.isConfigured).toBe(true);
  expect(await mail.send(letter)).toBe(true);
  expect(received).toMatchObject([{ from: 'weft@example.com', to: ['ada@example.com'], user: 'weft' }]);
  expect(received[0]?.text).toContain('and another');
});

it('nothing in a name or subject becomes another header or receiver', async () => {
  const { received, port } = await startServer('s');
  const mail = mailTo(`smtp://weft:s@127.0.0.1:${port}`);
  await mail.send({ ...letter, subject: 'Hi\r\nBcc: eve@example.com' });
  await mail.send({ ...letter, to: 'ada@example.com\r\nBcc: eve@example.com' }).catch(() => {});
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
  const sending = mailTo(await urlOf()).send(letter);
  await expect(sending).rejects.toMatchObject({ code: 'mail.not_sent', kind: 'unavailable' });
  await expect(sending).rejects.not.toThrow(/wrong@|weft:/);
});

it('without a server nothing is sent, and callers are told', async () => {
  const mail = mailTo('');
  expect(mail.isConfigured).toBe(false);
  expect(await mail.send(letter)).toBe(false);
});
