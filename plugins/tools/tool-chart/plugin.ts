import { HostCalls } from '#engine';
import { definePlugin } from '#kernel';
import { Confinement } from '#plugins/confined-processes/contract.ts';
import { FileMaker, fileKeeper } from '#plugins/tool-documents/contract.ts';
import { Tools } from '#plugins/tools/contract.ts';
import { badChart } from './read-chart.ts';
import { chartTools } from './tools.ts';

export const plugin = definePlugin({
  id: 'tool-chart',
  needs: { confinement: Confinement, hostCalls: HostCalls },
  setup({ services, contribute, onClose }) {
    const maker = new FileMaker({
      confinement: services.confinement,
      worker: new URL('./worker/main.ts', import.meta.url),
      code: new URL('./', import.meta.url),
      refused: badChart,
    });
    contribute(Tools, ...chartTools(maker, fileKeeper(services.hostCalls)));
    onClose(() => maker.close());
  },
});
