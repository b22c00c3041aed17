import { HostCalls } from '#engine';
import { definePlugin } from '#kernel';
import { TextExtraction } from '#plugins/text-extraction/contract.ts';
import { Tools } from '#plugins/tools/contract.ts';
import { driveTools } from './drive-tools.ts';
import { GoogleCalls } from './google-calls.ts';
import { sheetTools } from './sheet-tools.ts';

export const plugin = definePlugin({
  id: 'tool-drive',
  needs: { calls: HostCalls, extraction: TextExtraction },
  setup({ services, contribute }) {
    const google = new GoogleCalls(services.calls);
    contribute(Tools, ...driveTools(google, services.extraction), ...sheetTools(google));
  },
});
