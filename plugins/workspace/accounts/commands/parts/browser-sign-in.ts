import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { type CommandContext, CommandError, received, type Schemas, UsageError } from '#plugins/commands/contract.ts';

/** How long somebody has to sign in and allow it. */
const PATIENCE = 600_000;

/** How the session is called in the list of sessions. */
export const thisProgram = () => ({ 'user-agent': `weft, ${hostname()}` });

const random = () => randomBytes(32).toString('base64url');

/**
 * Signs in with whatever the server's pages offer: the page sends a code to this machine, by its loopback address (RFC
 * 8252, section 7.3), or shows it to be typed here where the browser is elsewhere. Throws `not_allowed`, `timed_out`.
 */
export async function browserSignIn(context: CommandContext): Promise<Schemas['SignedIn']> {
  const { client, options } = context;
  const verifier = random();
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const code = await (options['no-browser'] === true ? typedCode(context, challenge) : sentCode(context, challenge));
  return received(
    client.api.POST('/console/api/sessions/hand-offs/redeem', { body: { code, verifier }, headers: thisProgram() }),
  );
}

const pageOf = ({ client }: CommandContext, asked: Readonly<Record<string, string>>) =>
  `${client.url}/account/command-line?${new URLSearchParams(asked)}`;

async function typedCode(context: CommandContext, challenge: string): Promise<string> {
  const { terminal } = context;
  terminal.err(`Open this page in a browser, sign in, and allow it:\n\n  ${pageOf(context, { challenge })}\n\n`);
  const code = (await terminal.secret?.('Code that the page shows: ')) ?? '';
  if (code.trim() !== '') return code.trim();
  throw new UsageError('The code is asked for: run this where it can be typed.');
}

async function sentCode(context: CommandContext, challenge: string): Promise<string> {
  const { terminal } = context;
  const state = random();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    // Other pages may ask this address too: they don't know the state.
    if (pathname !== '/' || searchParams.get('state') !== state) {
      response.writeHead(404).end();
      return;
    }
    const code = searchParams.get('code');
    const done = code === null ? 'no' : 'yes';
    response.writeHead(302, { location: pageOf(context, { done }), connection: 'close' }).end();
    if (code === null) reject(new CommandError('not_allowed', 'It was not allowed in the browser.'));
    else resolve(code);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const patience = setTimeout(
    () => reject(new CommandError('timed_out', 'Nobody signed in within ten minutes. Begin again: weft login')),
    PATIENCE,
  );
  try {
    const { port } = server.address() as AddressInfo;
    const page = pageOf(context, { challenge, state, port: String(port) });
    terminal.err(
      `Sign in on this page, and allow it (no browser on this machine: weft login --no-browser):\n\n  ${page}\n\n`,
    );
    const [code] = await Promise.all([promise, terminal.openPage?.(page)]);
    return code;
  } finally {
    clearTimeout(patience);
    server.close();
  }
}
