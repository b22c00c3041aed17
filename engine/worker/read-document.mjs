import { enableCompileCache } from 'node:module';

/** Where the thread begins that reads large documents. Plain JavaScript: see `start-thread.mjs`. */
export async function read({ text, documentBytes, compileCache }) {
  if (compileCache !== undefined) enableCompileCache(compileCache);
  const { readSent } = await import('./read-sent.ts');
  return readSent(text, documentBytes);
}
