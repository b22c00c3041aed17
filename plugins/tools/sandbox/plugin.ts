import { join } from 'node:path';
import { DocumentLinters, HostCalls } from '#engine';
import { definePlugin, HealthChecks, KernelInfo } from '#kernel';
import { Confinement } from '#plugins/confined-processes/contract.ts';
import { Egress } from '#plugins/egress/contract.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { asksNetwork } from './asks-network.ts';
import { CodeNetwork, networkIsOff } from './code-network.ts';
import { sandboxConfig } from './configuration.ts';
import { ModuleSandboxes, Sandbox, SandboxRun } from './contract.ts';
import { sandboxHealthCheck } from './health-check.ts';
import { JavaScriptPool } from './javascript-pool.ts';
import { mostRequests } from './protocol.ts';
import { installationCache } from './python/memory-image.ts';
import { PythonLauncher } from './python/python-launcher.ts';
import { PythonPool } from './python/python-pool.ts';
import { readRequest } from './read-request.ts';

/** After the server is ready, so that its first callers have the machine to themselves. */
const aheadMs = 500;

export const plugin = definePlugin({
  id: 'sandbox',
  needs: { egress: Egress, workspaces: Workspaces, kernel: KernelInfo, confinement: Confinement },
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
      ...bounds
    } = config;
    const limits = { ...bounds, requests: mostRequests };
    const isAllowed = async (id: string) => (await services.workspaces.get(id))?.codeNetwork === true;
    const network = new CodeNetwork({
      egress: services.egress,
      isAllowed,
      maxBytes: networkBytes,
    });
    const pythonLimits = { ...limits, memoryMb: pythonMemoryMb };
    const launcher = new PythonLauncher({
      limits: pythonLimits,
      cacheFolders: [installationCache, join(services.kernel.home, 'cache')],
      wheelFolder: pythonWheels,
      logger,
      confinement: services.confinement,
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
    contribute(DocumentLinters, {
      id: 'sandbox.network',
      async missing({ nodes }, workspaceId) {
        const asking = nodes.filter(({ type, data }) => type === 'code' && asksNetwork(data));
        if (asking.length === 0 || (await isAllowed(workspaceId))) return [];
        return asking.map(({ id, place }) => ({
          code: 'network_is_off',
          message: `The code of the ${place} uses the network, and ${networkIsOff}.`,
          about: `The code uses the network, and ${networkIsOff}.`,
          nodeIds: [id],
        }));
      },
    });
    const sandbox: Sandbox = { run: (request, caller) => pools[request.language].run(request, caller) };
    contribute(HealthChecks, sandboxHealthCheck(sandbox));
    provide(ModuleSandboxes, () => ({ open: (options) => new JavaScriptPool({ limits, network, ...options }) }));
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
