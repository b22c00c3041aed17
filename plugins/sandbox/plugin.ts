import { join } from 'node:path';
import { HostCalls } from '../../engine/contract.ts';
import { definePlugin, KernelInfo } from '../../kernel/index.ts';
import { Egress } from '../egress/contract.ts';
import { Workspaces } from '../workspaces/contract.ts';
import { CodeNetwork } from './code-network.ts';
import { sandboxConfig } from './configuration.ts';
import { Sandbox, SandboxRun } from './contract.ts';
import { JavaScriptPool } from './javascript-pool.ts';
import { installationCache } from './python/memory-image.ts';
import { PythonLauncher } from './python/python-launcher.ts';
import { PythonPool } from './python/python-pool.ts';
import { readRequest } from './read-request.ts';

/** After the server is ready, so that its first callers have the machine to themselves. */
const aheadMs = 500;

export const plugin = definePlugin({
  id: 'sandbox',
  needs: { egress: Egress, workspaces: Workspaces, kernel: KernelInfo },
  config: sandboxConfig,
  setup({ services, config, logger, provide, contribute, onReady, onClose }) {
    const {
      threads,
      maxQueue,
      idleMs,
      pythonProcesses,
      pythonMemoryMb,
      pythonWheels,
      pythonAhead,
      networkBytes,
      ...limits
    } = config;
    const network = new CodeNetwork({
      egress: services.egress,
      isAllowed: async (id) => (await services.workspaces.get(id))?.codeNetwork === true,
      maxBytes: networkBytes,
    });
    const pythonLimits = { ...limits, memoryMb: pythonMemoryMb };
    const launcher = new PythonLauncher({
      limits: pythonLimits,
      cacheFolders: [installationCache, join(services.kernel.home, 'cache')],
      wheelFolder: pythonWheels,
      logger,
    });
    const pools = {
      javascript: new JavaScriptPool({ limits, network, threads, maxQueue, idleMs }),
      python3: new PythonPool({
        limits: pythonLimits,
        network,
        launcher,
        processes: pythonProcesses,
        maxQueue,
        idleMs,
      }),
    };
    const sandbox: Sandbox = { run: (request, caller) => pools[request.language].run(request, caller) };
    provide(Sandbox, () => sandbox);
    contribute(HostCalls, { id: SandboxRun, call: async (input, caller) => sandbox.run(readRequest(input), caller) });
    let ahead: NodeJS.Timeout | undefined;
    onReady(() => {
      if (pythonAhead) ahead = setTimeout(() => void launcher.prepare(), aheadMs).unref();
    });
    onClose(async () => {
      clearTimeout(ahead);
      await Promise.all([pools.javascript.close(), pools.python3.close()]);
    });
  },
});
