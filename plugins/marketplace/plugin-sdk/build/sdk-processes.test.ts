import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSdk } from './build-sdk.ts';

const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weft-packed-sdk-'));
  const tarball = await buildSdk(folder);
  await writeFile(join(folder, 'package.json'), '{ "name": "outside", "version": "1.0.0", "type": "module" }');
  const cache = ['--offline', '--cache', join(folder, 'cache')];
  await run('npm', ['install', tarball, ...cache, '--no-audit', '--no-fund'], { cwd: folder });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const weft = (...words: string[]) =>
  run('node', [join(folder, 'node_modules/weft/bin/weft.js'), ...words], { cwd: folder });

describe('the packed SDK, installed in a fresh folder without a registry', () => {
  it('has what each door names', async () => {
    await writeFile(
      join(folder, 'doors.js'),
      `import { definePackage, definePlugin, defineTool, extensionPoint, token, Tools } from 'weft/plugin';
       import { Routes, route } from 'weft/http';
       import { NodeTypes } from 'weft/engine';
       import { buildPackage, openPackage } from 'weft/testing';
       const named = { definePackage, definePlugin, defineTool, extensionPoint, token, Tools, Routes, route, NodeTypes,
         buildPackage, openPackage };
       console.log(Object.values(named).filter((value) => value !== undefined).length);`,
    );
    expect((await run('node', ['doors.js'], { cwd: folder })).stdout).toBe('11\n');
  });

  it('begins a plugin and tests it in the interpreter', async () => {
    await weft('plugin', 'new', '@acme/weather', '--kind', 'tool');
    expect((await weft('plugin', 'test', 'weather')).stdout).toMatch(/All \d+ are right/);
  });

  it('tells where the commands of servers are', async () => {
    await expect(weft('plugins', 'trust', 'KEY')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("in the server's checkout"),
    });
  });
});
