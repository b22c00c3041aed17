/**
 * `npm run mutations`: changes schemas of the server in a copy of the repository, makes the client anew, and counts which changes
 * the types of pages catch. Ends with 1 when one goes unseen.
 *
 *     npm run mutations            all at once: each has a name of its own, by which the errors tell them apart
 *     npm run mutations -- --each  one after the other; takes twenty times as long
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type SchemaMutation, schemaMutations } from './schema-mutations.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const maxBuffer = 64 * 1024 * 1024;

/** The repository as it is on disk, without what git does not know. */
async function copied(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-mutations-'));
  const listed = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    ...{ cwd: root, maxBuffer },
  });
  for (const path of new Set(listed.stdout.split('\0').filter(Boolean))) {
    await cp(join(root, path), join(folder, path)).catch(() => {});
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function mutate(folder: string, { file, from, to }: SchemaMutation): Promise<void> {
  const text = await readFile(join(folder, file), 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not say: ${from}`);
  await writeFile(
    join(folder, file),
    text.replace(from, () => to),
  );
}

/** What the compiler says of the pages and of the server, each error with its details. */
async function errorsIn(folder: string): Promise<readonly string[]> {
  await run(process.execPath, ['plugins/api/openapi/testing/write-client.ts'], { cwd: folder, maxBuffer });
  const said: string[] = [];
  for (const settings of ['tsconfig.web.json', 'tsconfig.preact.json', 'tsconfig.json']) {
    const options = ['--noEmit', '-p', settings, '--tsBuildInfoFile', join(folder, `${settings}.tsbuildinfo`)];
    const tsc = join(root, 'node_modules', '.bin', 'tsc');
    const output = await run(tsc, options, { cwd: folder, maxBuffer }).then(
      ({ stdout }) => stdout,
      (error: { readonly stdout?: string }) => error.stdout ?? '',
    );
    said.push(...output.split(/\n(?=\S)/).filter((error) => error.includes('error TS')));
  }
  return said;
}

async function missedOf(mutations: readonly SchemaMutation[]): Promise<readonly SchemaMutation[]> {
  const folder = await copied();
  try {
    for (const mutation of mutations) await mutate(folder, mutation);
    const errors = await errorsIn(folder);
    for (const { what, file, caught } of mutations) {
      const found = errors.find((error) => caught.test(error));
      const place = found === undefined ? 'NOT CAUGHT' : found.slice(0, found.indexOf(':'));
      process.stdout.write(`${file}: ${what}: ${place}\n`);
    }
    return mutations.filter(({ caught }) => !errors.some((error) => caught.test(error)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const rounds = process.argv.includes('--each') ? schemaMutations.map((each) => [each]) : [schemaMutations];
const missed: SchemaMutation[] = [];
for (const round of rounds) missed.push(...(await missedOf(round)));
process.stdout.write(`${schemaMutations.length - missed.length} of ${schemaMutations.length} caught\n`);
if (missed.length > 0) process.exitCode = 1;
