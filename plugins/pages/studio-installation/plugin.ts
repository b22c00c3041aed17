import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Studio } from '#plugins/studio/contract.ts';

/** The installation in the studio, for whoever runs it. */
export const plugin = definePlugin({
  id: 'studio-installation',
  needs: { studio: Studio },
  setup({ services, contribute }) {
    contribute(
      Routes,
      ...services.studio.routes('studio-installation', [
        '/installation',
        '/installation/server',
        '/installation/workspaces',
        '/installation/workspaces/:workspace_id',
        '/installation/invoices',
        '/installation/master-key',
      ]),
    );
  },
});
