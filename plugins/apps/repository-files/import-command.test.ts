import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { runWeft } from '#plugins/cli/testing/run-weft.ts';
import { SourceBase } from '#plugins/dataset-sources/testing/source-base.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { newDeployKey } from '#plugins/git/contract.ts';
import { type GitServer, gitProgram, startGitServer } from '#plugins/git/testing/git-server.ts';
import { startSshServer } from '#plugins/git/testing/ssh-server.ts';

const greeting = (name: string) => greetingWorkflow().replace('"Greeting"', JSON.stringify(name));

describe.skipIf(gitProgram === null)('from a repository', () => {
  let platform: TestPlatform;
  let server: GitServer;
  beforeAll(async () => {
    server = await startGitServer(gitProgram ?? '');
    platform = await startPlatform({ config: { egress: { allow: ['127.0.0.1'] } } });
  });
  afterAll(async () => {
    await platform.dispose();
    await server[Symbol.asyncDispose]();
  });
  const weft = (...argv: string[]) => runWeft(platform, argv);

  it('a document is imported, and a folder of them; what is none is told', async () => {
    const repository = server.repository('imported');
    repository.seed({
      'README.md': 'apps',
      'apps/one.yml': greeting('One'),
      'apps/one.layout.yml': 'nodes: {}',
      'apps/two.yaml': greeting('Two'),
      'apps/deep/three.yml': greeting('Three'),
      'mixed/bad.yml': 'app: [',
      'mixed/four.yml': greeting('Four'),
    });
    repository.seed({ 'apps/one.yml': greeting('One of next') }, 'next');
    const of = ['apps', 'import', '--repository', repository.url] as const;
    expect((await weft(...of, '--path', 'apps/one.yml', '--name', 'Mine')).out).toMatch(
      /^Imported Mine \(workflow\): /,
    );
    expect((await weft(...of, '--branch', 'next', '--path', 'apps/one.yml')).out).toContain('Imported One of next');
    const { code, out } = await weft(...of, '--path', '/apps/');
    expect([code, out.match(/Imported (\w+)/g)]).toEqual([0, ['Imported One', 'Imported Two']]);
    expect(await weft(...of, '--path', 'mixed')).toMatchObject({
      code: 1,
      out: expect.stringContaining('Imported Four'),
      err: expect.stringMatching(/Not imported:\nmixed\/bad\.yml: Line 1/),
    });
    expect(await weft(...of)).toMatchObject({ code: 1, err: expect.stringContaining('no document at its top') });
    expect(await weft(...of, '--path', '../apps')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no document'),
    });
    expect((await weft(...of, '--branch', 'none', '--path', 'apps')).err).toContain('"none"');
    for (const wrong of [
      ['a.yml', '--repository', repository.url],
      ['--path', 'a.yml'],
      ['a.yml', '--branch', 'x'],
      [],
    ]) {
      expect((await weft('apps', 'import', ...wrong)).code).toBe(2);
    }
    expect((await weft(...of, '--path', 'apps', '--name', 'All')).code).toBe(2);
  });

  it('what is linked with a deploy key is read with it, for imports and for knowledge', async () => {
    const key = { ...newDeployKey('none') };
    await using ssh = await startSshServer(gitProgram ?? '', key as never);
    const repository = server.repository('keyed');
    repository.seed({ 'apps/one.yml': greeting('Keyed'), 'docs/a.md': '# A' });
    const call = async <T>(path: string, body: object) => {
      const answer = await platform.management.request(`/console/api/${path}`, { method: 'POST', body });
      expect(answer.status, answer.text).toBeLessThan(300);
      return answer.body as T;
    };
    const made = await call<{ key: string; public_key: string; host_key: string; url: string }>('repository-keys', {
      url: ssh.address(repository),
    });
    Object.assign(key, { publicKey: made.public_key });
    const link = await call<{ id: string }>('repositories', {
      ...{ url: made.url, key: made.key, public_key: made.public_key, host_key: made.host_key },
      ...{ branch: 'main', folder: 'elsewhere', direction: 'pull' },
    });
    const { out, err } = await weft('apps', 'import', '--repository', link.id, '--path', 'apps/one.yml');
    expect(out, err).toContain('Imported Keyed');
    const base = await SourceBase.create(platform.kernel, platform.workspaceId);
    const { id, ...source } = await base.read({
      kind: 'repository',
      url: 'https://127.0.0.1/keyed',
      folder: 'docs',
      options: { link: link.id },
    });
    expect(source).toMatchObject({ status: 'completed', counts: { added: 1 } });
    expect(source.settings.url).toMatch(/^https:\/\/127\.0\.0\.1\//);
    await platform.management.request(`/console/api/repositories/${link.id}`, { method: 'DELETE' });
    expect(await base.again(id)).toMatchObject({ status: 'failed', error: expect.stringContaining('linked no more') });
    expect(await base.names()).toEqual(['a.md']);
  });
});
