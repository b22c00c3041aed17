import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { readEnvironment } from '#kernel';
import type { Terminal } from '#plugins/commands/contract.ts';

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const isTyped = process.stdin.isTTY === true;
  // Questions are put on stderr: what a command prints may go to a program, and is nothing but that.
  const isInteractive = isTyped && process.stdout.isTTY === true && process.stderr.isTTY === true;
  process.stdout.on('error', endWithReader);
  return {
    isTyped,
    isInteractive,
    ...(isInteractive && { secret: askSecret, openPage }),
    env: readEnvironment(),
    directory: process.cwd(),
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    async *lines(prompt) {
      const reader = createInterface({ input: process.stdin, ...(isTyped && { output: process.stderr, prompt }) });
      // Piped input ends while its first line is still being answered; the lines it brought are read all the same.
      let isOpen = true;
      reader.once('close', () => {
        isOpen = false;
      });
      if (isTyped) reader.prompt();
      try {
        for await (const line of reader) {
          yield line;
          if (isTyped && isOpen) reader.prompt();
        }
      } finally {
        reader.close();
      }
    },
  };
}

/** Who reads what is printed has seen enough, as `head` has: that ends a command, and is no failure of it. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
}

/** Who has no browser opens the page elsewhere: its address is told as well. */
async function openPage(url: string): Promise<void> {
  const { default: open } = await import('open');
  const child = await open(url).catch(() => null);
  child?.on('error', () => {});
}

/** What is typed goes nowhere but to whoever asked. */
async function askSecret(prompt: string): Promise<string> {
  process.stderr.write(prompt);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silence, terminal: true, historySize: 0 });
  try {
    return await reader.question('');
  } finally {
    reader.close();
    process.stderr.write('\n');
  }
}
