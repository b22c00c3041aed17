import { gitProgram, startGitServer } from '#plugins/git/testing/git-server.ts';
import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  {
    what: 'when files are taken from a repository',
    async make({ api, token }) {
      const nobody = '0196d2b0-1111-7000-8000-000000000001';
      const [list, read] = ['POST /console/api/repository-files', 'POST /console/api/repository-texts'] as const;
      await api.call(list, 400, { token, body: { url: 'no address' } });
      await api.call(list, 404, { token, body: { repository_id: nobody } });
      await api.call(read, 404, { token, body: { repository_id: nobody, paths: ['a.md'] } });
      if (gitProgram === null) return;
      await using server = await startGitServer(gitProgram);
      const repository = server.repository('files-described');
      repository.seed({ 'README.md': '# Described' });
      const { url } = repository;
      await api.call(list, 200, { token, body: { url } });
      await api.call(list, 404, { token, body: { url, branch: 'none' } });
      await api.call(read, 200, { token, body: { url, paths: ['README.md'] } });
      await api.call(read, 404, { token, body: { url, paths: ['../README.md'] } });
    },
  },
];
