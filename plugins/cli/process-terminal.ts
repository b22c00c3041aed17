import { createInterface } from 'node:readline/promises';
import { readEnvironment } from '../../kernel/index.ts';
import type { Terminal } from './terminal.ts';

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return {
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
