import { enableCompileCache } from 'node:module';

/**
 * Where an engine thread begins. Plain JavaScript: the compile cache has to be on before the first TypeScript is read, for
 * without it Node loads the program that takes types out, and keeps it: some 20 MB in each thread.
 */
export async function serve(task) {
  if (task.compileCache !== undefined) enableCompileCache(task.compileCache);
  const { serveRuns } = await import('./engine-thread.ts');
  await serveRuns(task);
}
