import { Routes } from '../../http/contract.ts';
import { definePlugin, KernelInfo } from '../../kernel/index.ts';
import { StoredFiles } from '../files/contract.ts';
import { appRoutes } from './app-routes.ts';

/** What an app says about itself over the runtime API. */
export const plugin = definePlugin({
  id: 'app-api',
  needs: { kernel: KernelInfo, files: StoredFiles },
  setup({ services, contribute }) {
    contribute(Routes, ...appRoutes(services.kernel.version, services.files.limits));
  },
});
