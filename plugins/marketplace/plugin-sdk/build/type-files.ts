import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { doors, root } from './doors.ts';

const run = promisify(execFile);

/** Types of the doors and of what they name, as they lie in the checkout; names of the project's own become paths. */
export async function typeFiles(folder: string): Promise<void> {
  const { imports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const config = join(root, `tsconfig.sdk-${process.pid}.tmp`);
  const compilerOptions = {
    ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, outDir: folder, rootDir: root },
    ...{ noUnusedLocals: false, noUnusedParameters: false },
  };
  const files = Object.values(doors);
  await writeFile(config, JSON.stringify({ extends: './tsconfig.json', compilerOptions, files, include: [] }));
  try {
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config], { cwd: root });
  } catch (error) {
    const { stdout } = Object(error) as { readonly stdout?: string };
    throw new Error(`The types can't be written: ${stdout ?? String(error)}`);
  } finally {
    await rm(config, { force: true });
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const written = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    written.map(async (path) => {
      const text = await readFile(path, 'utf8');
      const own = relative(folder, path);
      const named = text.replaceAll(/(['"])(#[^'"]+|\.{1,2}\/[^'"]+\.ts)\1/g, (_, quote: string, specifier: string) => {
        const target = specifier.startsWith('#') ? placeOf(specifier, imports) : join(dirname(own), specifier);
        const way = relative(dirname(own), target).split(sep).join('/').replace(/\.ts$/, '.js');
        return `${quote}${way.startsWith('.') ? way : `./${way}`}${quote}`;
      });
      await writeFile(path, named);
    }),
  );
}

/** Where a name of the project leads (`imports` of package.json). */
function placeOf(specifier: string, imports: Readonly<Record<string, string>>): string {
  const exact = imports[specifier];
  if (exact !== undefined) return exact;
  const name = Object.keys(imports).find((key) => key.endsWith('*') && specifier.startsWith(key.slice(0, -1)));
  const target = name === undefined ? specifier : (imports[name] ?? specifier);
  return target.replace('*', specifier.slice((name ?? '*').length - 1));
}
