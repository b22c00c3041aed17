import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Studio } from '#plugins/studio/contract.ts';

/** Tools in the studio: installed ones, APIs, MCP servers, workflows. */
export const plugin = definePlugin({
  id: 'studio-tools',
  needs: { studio: Studio },
  setup({ services, contribute }) {
    contribute(Routes, ...services.studio.routes('studio-tools', ['/tools', '/tools/*']));
  },
});
