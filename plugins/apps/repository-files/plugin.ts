import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { RepositoryLinks } from '#plugins/repositories/contract.ts';
import { RepositoryHosts } from '#plugins/repository-hosts/contract.ts';
import { RepositoryFiles } from './contract.ts';
import { fileRoutes } from './file-routes.ts';
import { FilesService } from './files-service.ts';

export const plugin = definePlugin({
  id: 'repository-files',
  needs: { hosts: RepositoryHosts, links: RepositoryLinks },
  setup({ services, contribute, provide }) {
    const files = new FilesService(services);
    provide(RepositoryFiles, () => files);
    contribute(Routes, ...fileRoutes(files));
  },
});
