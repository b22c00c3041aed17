import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { readEnvironment } from '../../kernel/index.ts';
import type { Terminal } from './terminal.ts';

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const isInteractive = process.stdin.isTTY === true && process.stdout.isTTY === true;
  return {
    isInteractive,
    ...(isInteractive && { secret: askSecret }),
    env: readEnvironment(),
    directory: process.cwd(),
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    async *lines(prompt) {
      const reader = createInterface({ input: process.stdin, output: process.stdout, prompt });
      // Piped input ends while its first line is still being answered; the lines it brought are read all the same.
      let isOpen = true;
      reader.once('close', () => {
        isOpen = false;
      });
      reader.prompt();
      try {
        for await (const line of reader) {
          yield line;
          if (isOpen) reader.prompt();
        }
      } finally {
        reader.close();
      }
    },
  };
}

/** What is typed goes nowhere but to whoever asked. */
async function askSecret(prompt: string): Promise<string> {
  process.stdout.write(prompt);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silence, terminal: true, historySize: 0 });
  try {
    return await reader.question('');
  } finally {
    reader.close();
    process.stdout.write('\n');
  }
}
