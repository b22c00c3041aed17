import * as nodeModule from 'node:module';
import { createRequire } from 'node:module';
import { badProject } from './sdk-error.ts';

interface TypeScript {
  transpileModule?(source: string, options: object): { readonly outputText: string };
}

/** JavaScript of TypeScript: by the TypeScript of the project, else by Node itself (22.13 and newer). */
export function stripTypes(source: string, path: string): string {
  const typescript = installed(path);
  if (typescript?.transpileModule !== undefined) {
    const compilerOptions = { module: 99, target: 99, verbatimModuleSyntax: true };
    return typescript.transpileModule(source, { compilerOptions }).outputText;
  }
  const { stripTypeScriptTypes } = nodeModule as { stripTypeScriptTypes?: (source: string) => string };
  if (stripTypeScriptTypes === undefined) {
    throw badProject(
      `${path} is TypeScript, which Node ${process.versions.node} can't read: use Node 22.13 or newer, or run "npm install --save-dev typescript@5" here.`,
    );
  }
  return withoutWarning(() => stripTypeScriptTypes(source));
}

/** Of the project, where it has one that translates files by itself (before 7). */
function installed(path: string): TypeScript | undefined {
  try {
    return createRequire(path)('typescript') as TypeScript;
  } catch {
    return undefined;
  }
}

/** Node calls it experimental, once a process; that is nothing an author can act on. */
function withoutWarning<T>(run: () => T): T {
  const { emitWarning } = process;
  const silence = () => undefined;
  process.emitWarning = silence;
  try {
    return run();
  } finally {
    process.emitWarning = emitWarning;
  }
}
