import { Documents } from '#engine';
import { Routes } from '#http';
import { definePlugin, KernelInfo, optional } from '#kernel';
import { AnnotationReplies } from '#plugins/annotations/contract.ts';
import { StoredFiles } from '#plugins/files/contract.ts';
import { Sites } from '#plugins/sites/contract.ts';
import { appRoutes } from './app-routes.ts';
import { siteRoutes } from './site-routes.ts';

/** What an app says about itself over the runtime API. */
export const plugin = definePlugin({
  id: 'app-api',
  needs: {
    kernel: KernelInfo,
    documents: Documents,
    files: StoredFiles,
    replies: optional(AnnotationReplies),
    sites: optional(Sites),
  },
  setup({ services, contribute }) {
    const { kernel, documents, files, replies, sites } = services;
    const { filesPerRun } = documents.limits;
    contribute(Routes, ...appRoutes({ version: kernel.version, limits: files.limits, filesPerRun, replies }));
    contribute(Routes, ...siteRoutes(sites));
  },
});
