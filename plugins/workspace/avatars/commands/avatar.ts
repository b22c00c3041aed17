import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import {
  type Command,
  type CommandContext,
  CommandError,
  positional,
  print,
  received,
  UsageError,
} from '#plugins/commands/contract.ts';

const options = { email: { type: 'string' } } as const;
const who = '--email: who you are; takes the password from WEFT_PASSWORD, else asks for it';

/** The picture of a person, who signs in for it: keys of programs may not change who somebody is. */
export const commands: readonly Command[] = [
  {
    name: 'avatar set',
    positionals: ['FILE'],
    options,
    usage: 'weft avatar set FILE --email ADDRESS',
    summary: `make the middle of a picture yours; ${who}`,
    async run(context) {
      const file = resolve(context.terminal.directory, positional(context, 0));
      const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
        throw new CommandError('no_file', `${file} can't be read (${error.code}); name a picture.`);
      });
      const form = new FormData();
      form.append('file', new File([new Uint8Array(content)], basename(file)));
      const body = { body: { file: '' } as never, bodySerializer: () => form };
      const answer = await signedIn(context, (headers) =>
        received(context.client.api.PUT('/console/api/account/avatar', { ...body, headers })),
      );
      print(context, answer, () => ['Your picture is set.']);
    },
  },
  {
    name: 'avatar remove',
    positionals: [],
    options,
    usage: 'weft avatar remove --email ADDRESS',
    summary: `remove your picture; ${who}`,
    async run(context) {
      await signedIn(context, (headers) => context.client.api.DELETE('/console/api/account/avatar', { headers }));
      print(context, { removed: true }, () => ['Removed.']);
    },
  },
];

/** Begins a session for this one thing, and ends it. */
async function signedIn<Result>(
  context: CommandContext,
  act: (headers: { readonly authorization: string }) => Promise<Result>,
): Promise<Result> {
  const { email } = context.options;
  if (typeof email !== 'string') throw new UsageError('--email takes the address of your account');
  const proof = { email, password: context.terminal.env.WEFT_PASSWORD || (await asked(context, 'Password: ')) };
  const session = await begun(context, proof).catch(async (error: unknown) => {
    if (!(error instanceof CommandError) || error.code !== 'code_needed') throw error;
    return begun(context, { ...proof, code: await asked(context, 'Code of your authenticator app: ') });
  });
  const headers = { authorization: `Bearer ${session.access_token}` };
  try {
    return await act(headers);
  } finally {
    await context.client.api.DELETE('/console/api/sessions/current', { headers });
  }
}

function begun({ client }: CommandContext, body: { email: string; password: string; code?: string }) {
  return received(client.api.POST('/console/api/sessions', { body }));
}

async function asked({ terminal }: CommandContext, prompt: string): Promise<string> {
  if (terminal.secret !== undefined) return terminal.secret(prompt);
  for await (const line of terminal.lines(prompt)) return line;
  throw new UsageError('nobody is there to be asked: set WEFT_PASSWORD');
}
