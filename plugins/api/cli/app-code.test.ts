import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { readEnvironment } from '#kernel';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newWorkspace } from '#plugins/members/testing/people.ts';
import { runWeft } from './testing/run-weft.ts';

const example = join(import.meta.dirname, '../../../examples/apps-as-code');
const bin = join(import.meta.dirname, 'bin/weft.mjs');
const canary = 'canary-51be-secret';

let platform: TestPlatform;
let folder: string;
beforeAll(async () => {
  platform = await sharedPlatform();
  folder = await mkdtemp(join(tmpdir(), 'weft-code-'));
});
afterAll(async () => {
  await platform.dispose();
  await rm(folder, { recursive: true, force: true });
});

interface Options {
  readonly workspace?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly lines?: readonly string[];
  readonly secrets?: Readonly<Record<string, string>>;
}

const weft = (argv: readonly string[], { workspace, env, ...typed }: Options = {}) =>
  runWeft(platform, argv, { directory: folder, env: { WEFT_WORKSPACE: workspace ?? '', ...env }, ...typed });

/** A folder with the documents, and a workspace without apps. */
async function project(documents: Readonly<Record<string, string>>) {
  const name = `project-${Math.random().toString(36).slice(2)}`;
  await mkdir(join(folder, name));
  for (const [file, text] of Object.entries(documents)) await writeFile(join(folder, name, file), text);
  return { name, path: join(folder, name), workspace: await newWorkspace(platform) };
}

const greeting = (name: string) => greetingWorkflow().replace('"Greeting"', JSON.stringify(name));

describe('weft apps apply', () => {
  it('follows the example: two workspaces, a script, the second time nothing', async () => {
    await cp(example, join(folder, 'example'), { recursive: true });
    const [staging, production] = [await newWorkspace(platform), await newWorkspace(platform)];
    const deploy = (name: string, workspace: string) =>
      promisify(execFile)('sh', [join(folder, 'example/deploy.sh'), name, 'a1b2c3d'], {
        env: {
          PATH: readEnvironment().PATH,
          WEFT: `${process.execPath} ${bin}`,
          WEFT_URL: platform.url,
          WEFT_TOKEN: platform.token,
          WEFT_WORKSPACE: workspace,
          [`${name.toUpperCase()}_SEARCH_KEY`]: canary,
        },
      });
    for (const [name, workspace] of [
      ['staging', staging],
      ['production', production],
    ] as const) {
      const first = await deploy(name, workspace);
      expect(first.stdout).toContain('create: support-desk, published as version 1');
      const second = await deploy(name, workspace);
      expect(second.stdout).toContain('unchanged: Support desk (support-desk)');
      expect(second.stdout).toContain('Plan: 1 unchanged.');
      expect(first.stdout + first.stderr + second.stdout + second.stderr).not.toContain(canary);
    }
    const [app] = JSON.parse((await weft(['apps', 'list', '--json'], { workspace: staging })).out).data;
    const versions = await weft(['apps', 'versions', app.id], { workspace: staging });
    expect(versions.out).toMatch(/1 \* .* a1b2c3d/);
    expect(versions.out).not.toMatch(/^\S+ +2/m);
    // Exported again it says the same; the layout is beside it.
    const file = join(folder, 'example/apps/support-desk.yml');
    const exported = await weft(['apps', 'export', app.id, '--canonical', '--output', file], { workspace: staging });
    expect(exported).toMatchObject({ code: 0, err: '' });
    expect(await readFile(file, 'utf8')).toContain('key: support-desk\n');
    expect(await readFile(file, 'utf8')).not.toMatch(/position|canary/);
    expect(await readFile(join(folder, 'example/apps/support-desk.layout.yml'), 'utf8')).toContain('position:');
    const diff = ['apps', 'diff', file, '--environment', join(folder, 'example/environments/staging.yml')];
    expect(await weft(diff, { workspace: staging })).toMatchObject({ code: 0 });
  });

  it('asks before it applies, and applies nothing where it is not told to', async () => {
    const { name, workspace } = await project({ 'one.yml': greeting('One') });
    expect(await weft(['apps', 'apply', name], { workspace })).toMatchObject({ code: 2 });
    const declined = await weft(['apps', 'apply', name], { workspace, lines: ['no'], secrets: {} });
    expect(declined).toMatchObject({ code: 1, err: expect.stringContaining('Nothing was changed') });
    expect(await weft(['apps', 'apply', name, '--dry-run'], { workspace })).toMatchObject({
      code: 0,
      out: expect.stringContaining('+ create One (one)'),
    });
    expect((await weft(['apps', 'list'], { workspace })).out).toContain('No apps yet');
    expect(await weft(['apps', 'apply', name], { workspace, lines: ['y'], secrets: {} })).toMatchObject({
      code: 0,
      out: expect.stringContaining('create: one, published as version 1'),
    });
    const json = await weft(['apps', 'apply', name, '--yes', '--json'], { workspace });
    expect(JSON.parse(json.out)).toMatchObject({ applied: false, plan: [{ key: 'one', action: 'unchanged' }] });
  });

  it('takes secrets that are typed, shows them nowhere, and looks at no other variables', async () => {
    await cp(example, join(folder, 'typed'), { recursive: true });
    const workspace = await newWorkspace(platform);
    const argv = ['apps', 'apply', 'typed/apps', '--environment', 'typed/environments/staging.yml'];
    const missing = await weft([...argv, '--yes'], { workspace, env: { SEARCH_KEY: canary } });
    expect(missing).toMatchObject({ code: 1, out: expect.stringContaining("missing secret 'SEARCH_KEY'") });
    const typed = await weft(argv, { workspace, lines: ['y'], secrets: { STAGING_SEARCH_KEY: canary } });
    expect(typed).toMatchObject({ code: 0, out: expect.stringContaining('create: support-desk') });
    expect(missing.out + missing.err + typed.out + typed.err).not.toContain(canary);
    const changed = await weft([...argv, '--dry-run'], { workspace, env: { STAGING_SEARCH_KEY: `${canary}-2` } });
    expect(changed.out).toContain('value (a secret)');
    expect(changed.out).not.toContain(canary);
  });

  it('says which nodes lack what', async () => {
    await cp(example, join(folder, 'lacking'), { recursive: true });
    const { code, out } = await weft(['apps', 'apply', 'lacking/apps', '--yes'], {
      workspace: await newWorkspace(platform),
    });
    expect(code).toBe(1);
    expect(out).toContain("missing model 'team/writer', needed by node 'Write' (write)");
  });

  it('reads nothing outside the folder, and nothing that is no file', async () => {
    const { name, path, workspace } = await project({ 'good.yml': greeting('Good') });
    await writeFile(join(folder, 'outside.yml'), greeting(canary));
    await writeFile(join(folder, 'outside.txt'), canary);
    const refused = async () => {
      const { code, out, err } = await weft(['apps', 'apply', name, '--yes'], { workspace });
      expect({ code, leaks: (out + err).includes(canary) }).toEqual({ code: 1, leaks: false });
      expect((await weft(['apps', 'list'], { workspace })).out).toContain('No apps yet');
    };
    for (const [target, link] of [
      ['../outside.yml', 'link.yml'],
      [join(folder, 'outside.txt'), 'good.layout.yml'],
      ['/dev/zero', 'endless.yml'],
      ['good.yml', 'inner.yml'],
    ] as const) {
      await symlink(target, join(path, link));
      await refused();
      await rm(join(path, link));
    }
    await promisify(execFile)('mkfifo', [join(path, 'pipe.yml')]);
    await refused();
    await rm(join(path, 'pipe.yml'));
    await mkdir(join(path, 'folder.yml'));
    await writeFile(join(path, '.hidden.yml'), canary);
    expect(await weft(['apps', 'apply', name, '--yes'], { workspace })).toMatchObject({ code: 0 });
    expect(await weft(['apps', 'apply', 'absent', '--yes'], { workspace })).toMatchObject({ code: 1 });
  });

  it('refuses a folder that has too much', async () => {
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`app-${index}.yml`, 'a: 1']));
    const { name, workspace } = await project(many);
    expect(await weft(['apps', 'apply', name, '--yes'], { workspace })).toMatchObject({
      code: 1,
      err: expect.stringContaining('200 documents'),
    });
    const big = await project({ 'big.yml': 'x'.repeat(13 * 1024 * 1024) });
    expect(await weft(['apps', 'apply', big.name, '--yes'], { workspace })).toMatchObject({ code: 1 });
  });
});

describe('weft apps diff', () => {
  it('finds no difference after a canonical export, also of an app that no file has named', async () => {
    const { name, workspace } = await project({});
    const old = JSON.stringify({ ...JSON.parse(greeting('Old one')), version: '0.1.2', dependencies: undefined });
    await writeFile(join(folder, name, 'raw.yml'), old);
    const made = await weft(['apps', 'import', `${name}/raw.yml`, '--json'], { workspace });
    const { id } = (JSON.parse(made.out) as { app: { id: string } }).app;
    const file = `${name}/out.yml`;
    await weft(['apps', 'export', id, '--canonical', '--output', file], { workspace });
    expect(await weft(['apps', 'diff', file], { workspace })).toMatchObject({
      code: 0,
      out: 'Old one (out): no difference.\n',
    });
  });

  it('is 0 for equal, 1 for different and 2 for trouble, and says what differs', async () => {
    const { name, workspace } = await project({ 'one.yml': greeting('One') });
    const file = `${name}/one.yml`;
    expect(await weft(['apps', 'diff', file], { workspace })).toMatchObject({ code: 1 });
    await weft(['apps', 'apply', name, '--yes'], { workspace });
    expect(await weft(['apps', 'diff', file], { workspace })).toEqual({
      code: 0,
      out: 'One (one): no difference.\n',
      err: '',
    });
    await writeFile(join(folder, file), greeting('One').replace('Hello', 'Hi \\u001b[31m'));
    const { code, out } = await weft(['apps', 'diff', file], { workspace });
    expect(code).toBe(1);
    expect(out).toMatch(/~ node .*\n +~ template "Hello .*" → "Hi /);
    expect(out).not.toContain('\u001b');
    const json = await weft(['apps', 'diff', file, '--json'], { workspace });
    expect(JSON.parse(json.out)).toMatchObject({ equal: false, key: 'one', changes: [{ part: 'node' }] });
    for (const argv of [['absent.yml'], [], [file, '--environment', 'absent.yml'], [file, '--nonsense']]) {
      expect(await weft(['apps', 'diff', ...argv], { workspace })).toMatchObject({ code: 2, out: '' });
    }
    await writeFile(join(folder, file), 'app: [');
    expect(await weft(['apps', 'diff', file], { workspace })).toMatchObject({ code: 2 });
    const unreachable = { WEFT_URL: 'http://127.0.0.1:9' };
    expect(await weft(['apps', 'diff', file], { workspace, env: unreachable })).toMatchObject({ code: 2 });
  });
});
