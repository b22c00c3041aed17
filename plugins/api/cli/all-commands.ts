import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from '#plugins/commands/contract.ts';

const plugins = new URL('../../', import.meta.url);

/**
 * The commands of all plugins: `commands` of each file in their folders `commands/`; what several of these files need lies in
 * `commands/parts/`. By their first word; those of one file stay together, as it has them.
 */
export async function allCommands(): Promise<readonly Command[]> {
  const paths = globSync('*/*/commands/*.ts', { cwd: fileURLToPath(plugins) }).sort();
  const modules = await Promise.all(
    paths.map((path) => import(new URL(path, plugins).href) as Promise<{ readonly commands?: readonly Command[] }>),
  );
  const files = modules.flatMap(({ commands }, index) => {
    if (commands === undefined) throw new Error(`plugins/${paths[index]} exports no commands`);
    return commands.length === 0 ? [] : [commands];
  });
  const firstWord = ([command]: readonly Command[]) => command?.name.split(' ')[0] ?? '';
  return files.sort((a, b) => firstWord(a).localeCompare(firstWord(b))).flat();
}
