import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { folderFiles } from './document-files.ts';
import { readDocument } from './round-trip.ts';

it('takes documents in YAML and JSON, also enveloped, from folders in folders, and tells what else there is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'weft-documents-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'deep'));
  const files = {
    'a.yml': 'app: {mode: chat}',
    'b.YAML': 'app: {mode: chat}',
    'c.json': '{"app": {"mode": "chat"}}',
    'deep/d.json': '{"data": "app: {mode: chat}\\n"}',
    'README.md': 'app: {mode: chat}',
    'deep/e.yml.bak': 'app: {mode: chat}',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const { documents, leftOut } = await folderFiles(folder);
  expect(documents.map(({ name }) => name)).toEqual(['a.yml', 'b.YAML', 'c.json', 'deep/d.json']);
  for (const { text } of documents) expect(readDocument(text)).toEqual({ app: { mode: 'chat' } });
  expect(leftOut).toEqual(['README.md', 'deep/e.yml.bak']);
});
