import { HostCalls } from '#engine';
import { definePlugin } from '#kernel';
import { Confinement } from '#plugins/confined-processes/contract.ts';
import { Tools } from '#plugins/tools/contract.ts';
import { FileMaker } from './file-maker.ts';
import { fileKeeper } from './kept-files.ts';
import { badDocument, documentTools } from './tools.ts';

export const plugin = definePlugin({
  id: 'tool-documents',
  needs: { confinement: Confinement, hostCalls: HostCalls },
  setup({ services, contribute, onClose }) {
    const maker = new FileMaker({
      confinement: services.confinement,
      worker: new URL('./worker/main.ts', import.meta.url),
      code: new URL('./', import.meta.url),
      refused: badDocument,
    });
    contribute(Tools, ...documentTools(maker, fileKeeper(services.hostCalls)));
    onClose(() => maker.close());
  },
});
