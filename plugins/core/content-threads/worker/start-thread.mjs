import { enableCompileCache } from 'node:module';

/** Where a thread begins. Plain JavaScript: the compile cache has to be on before the first TypeScript is read. */
export async function serve({ module, input, clock, compileCache }) {
  if (compileCache !== undefined) enableCompileCache(compileCache);
  const { runTask } = await import('./run-task.ts');
  return runTask(module, input, clock);
}
