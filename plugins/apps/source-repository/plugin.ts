import { definePlugin } from '#kernel';
import { SourceReaders } from '#plugins/dataset-sources/contract.ts';
import { RepositoryLinks } from '#plugins/repositories/contract.ts';
import { RepositoryFiles } from '#plugins/repository-files/contract.ts';
import { RepositoryHosts } from '#plugins/repository-hosts/contract.ts';
import { repositoryReader } from './repository-reader.ts';

export const plugin = definePlugin({
  id: 'source-repository',
  needs: { hosts: RepositoryHosts, links: RepositoryLinks, files: RepositoryFiles },
  setup({ services, contribute }) {
    contribute(SourceReaders, repositoryReader(services));
  },
});
