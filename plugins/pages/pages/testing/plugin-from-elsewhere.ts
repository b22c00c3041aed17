import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** An empty folder, also outside of a test; gone with the worker. */
export function folderOfFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'weft-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes the folder of a plugin `elsewhere` outside of the program, with these files below its `web/`. */
export async function pluginFromElsewhere(
  files: Readonly<Record<string, string>>,
): Promise<{ readonly folder: string; readonly url: URL }> {
  const folder = join(folderOfFile(), 'elsewhere');
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'plugin.ts'), "export const plugin = { id: 'elsewhere', setup() {} };\n");
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, 'web', name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return { folder, url: pathToFileURL(`${folder}/`) };
}

/** A page that shows a text and the name in its data, with what the house has. */
export function greetingPage(text: string): string {
  return `import { Button, mountPage, readPageData } from '#plugins/ui/web/contract.ts';
import { useState } from 'react';
import styles from './hello.module.css';

function Hello() {
  const [count, setCount] = useState(0);
  const data = readPageData<{ name: string }>();
  return (
    <main className={styles.hello}>
      <h1>${text}, {data.name}</h1>
      <Button onClick={() => setCount(count + 1)}>pressed {count}</Button>
    </main>
  );
}

void mountPage(<Hello />);
`;
}

/** Its style sheet. */
export const greetingStyle = '.hello { color: light-dark(rgb(10 20 30), rgb(200 210 220)); & h1 { margin: 8px } }\n';
