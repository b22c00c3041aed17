import { HostCalls } from '../../engine/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { Egress } from '../egress/contract.ts';
import { FileSources, Files, FilesRead } from './contract.ts';
import { FilesService } from './files-service.ts';
import { readRequest } from './read-request.ts';
import { remoteSource } from './remote-source.ts';

/** Contents of files, wherever they lie. Addresses are its own; stores contribute themselves. */
export const plugin = definePlugin({
  id: 'files',
  needs: { egress: Egress, sources: FileSources },
  setup({ services, provide, contribute }) {
    const files = new FilesService(services.sources);
    provide(Files, () => files);
    contribute(FileSources, remoteSource(services.egress));
    contribute(HostCalls, {
      id: FilesRead,
      call: (input, { workspaceId, signal }) => {
        const { file, maxBytes } = readRequest(input);
        return files.read(file, { workspaceId, maxBytes, signal });
      },
    });
  },
});
