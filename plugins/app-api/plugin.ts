import { Documents } from '../../engine/contract.ts';
import { Routes } from '../../http/contract.ts';
import { definePlugin, KernelInfo } from '../../kernel/index.ts';
import { AnnotationReplies } from '../annotations/contract.ts';
import { StoredFiles } from '../files/contract.ts';
import { appRoutes } from './app-routes.ts';

/** What an app says about itself over the runtime API. */
export const plugin = definePlugin({
  id: 'app-api',
  needs: { kernel: KernelInfo, documents: Documents, files: StoredFiles, replies: AnnotationReplies },
  setup({ services, contribute }) {
    const { kernel, documents, files, replies } = services;
    const { filesPerRun } = documents.limits;
    contribute(Routes, ...appRoutes({ version: kernel.version, limits: files.limits, filesPerRun, replies }));
  },
});
