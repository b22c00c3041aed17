import { HostCalls } from '#engine';
import { definePlugin } from '#kernel';
import { Confinement } from '#plugins/confined-processes/contract.ts';
import { Files } from '#plugins/files/contract.ts';
import { TextExtraction } from '#plugins/text-extraction/contract.ts';
import { FileMaker, fileKeeper } from '#plugins/tool-documents/contract.ts';
import { Tools } from '#plugins/tools/contract.ts';
import { badPdf, pdfTools } from './tools.ts';

export const plugin = definePlugin({
  id: 'tool-pdf',
  needs: { confinement: Confinement, files: Files, extraction: TextExtraction, hostCalls: HostCalls },
  setup({ services, contribute, onClose }) {
    const { confinement, files, extraction, hostCalls } = services;
    const maker = new FileMaker({
      confinement,
      worker: new URL('./worker/main.ts', import.meta.url),
      code: new URL('./', import.meta.url),
      refused: badPdf,
    });
    contribute(Tools, ...pdfTools({ maker, files, extraction, keep: fileKeeper(hostCalls) }));
    onClose(() => maker.close());
  },
});
