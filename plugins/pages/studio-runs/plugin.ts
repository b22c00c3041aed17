import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Studio } from '#plugins/studio/contract.ts';

const pages = ['runs', 'run/:run_id', 'conversations', 'conversations/:id', 'annotations', 'analytics'];

/** What an app did, in the studio: runs, conversations, annotations, figures. */
export const plugin = definePlugin({
  id: 'studio-runs',
  needs: { studio: Studio },
  setup({ services, contribute }) {
    const paths = pages.map((page) => `/app/:app_id/${page}`);
    contribute(Routes, ...services.studio.routes('studio-runs', paths));
  },
});
