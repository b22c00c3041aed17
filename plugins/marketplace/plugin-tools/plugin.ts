import { DocumentLinters, HostCalls } from '#engine';
import { definePlugin } from '#kernel';
import { Files } from '#plugins/files/contract.ts';
import { PluginInstalls } from '#plugins/plugin-installs/contract.ts';
import { PluginRunner } from '#plugins/plugin-runner/contract.ts';
import { fileKeeper } from '#plugins/tool-documents/contract.ts';
import { ToolSources } from '#plugins/tools/contract.ts';
import { packageTools } from './package-tools.ts';

export const plugin = definePlugin({
  id: 'plugin-tools',
  needs: { installs: PluginInstalls, runner: PluginRunner, files: Files, hostCalls: HostCalls },
  setup({ services, contribute }) {
    const { installs, runner, files, hostCalls } = services;
    contribute(DocumentLinters, { id: 'plugin-tools', brings: () => installs.knownIds() });
    contribute(ToolSources, packageTools({ installs, runner, files, keep: fileKeeper(hostCalls) }));
  },
});
