/** In place of a process that runs packages: says that it is ready, and to whatever comes then what it was given in base64. */
import { readSync, writeSync } from 'node:fs';

const pipe = 3;
writeSync(pipe, Buffer.of(0, 0, 0, 0, 1));
// The first bytes are the head of the code; the call comes after it.
for (const part of process.argv.slice(2)) {
  readSync(pipe, Buffer.alloc(65_536));
  writeSync(pipe, Buffer.from(part, 'base64'));
}
setInterval(() => undefined, 1 << 30);
