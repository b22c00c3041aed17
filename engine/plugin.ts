import { definePlugin, HealthChecks } from '#kernel';
import { cachedCharacters, engineConfig } from './configuration.ts';
import {
  DocumentLinters,
  Documents,
  EngineThreads,
  type GraphReference,
  HostCalls,
  NodeTypes,
  RunLayers,
  Runner,
  ThreadServices,
} from './contract.ts';
import { createDocuments } from './dsl/documents.ts';
import { DocumentReader } from './pool/document-reader.ts';
import { threadSetup } from './pool/thread-setup.ts';
import { createThreadedRunner } from './pool/threaded-runner.ts';
import { threadsHealthCheck } from './pool/threads-health-check.ts';

export const plugin = definePlugin({
  id: 'engine',
  needs: {
    nodeTypes: NodeTypes,
    linters: DocumentLinters,
    hostCalls: HostCalls,
    services: ThreadServices,
    layers: RunLayers,
  },
  config: engineConfig,
  async setup({ services, config, logger, provide, contribute, onReady, onStop, onClose }) {
    const limits = {
      documentBytes: Math.floor(config.documentMb * 1024 * 1024),
      variableBytes: config.variableKb * 1024,
      filesPerRun: config.filesPerRun,
      treeDepth: config.treeDepth,
      retries: config.retries,
      retryIntervalMs: config.retryIntervalMs,
    };
    const options = {
      maxRuns: config.maxRuns,
      blockedSeconds: config.blockedSeconds,
      room: { graphs: config.cachedGraphs, characters: cachedCharacters },
      setup: () => threadSetup(services.nodeTypes.all(), services.services.all(), limits),
      hostCall: (id: string) => services.hostCalls.get(id),
      layers: () => services.layers.all(),
      logger,
    };
    const runner =
      config.threads === 0
        ? // Loaded on demand: with threads, the main thread has no use for the scheduler.
          (await import('./pool/in-place-runner.ts')).createInPlaceRunner(options)
        : createThreadedRunner({ ...options, threads: config.threads, heapMb: config.heapMb });
    provide(Runner, () => runner);
    provide(EngineThreads, () => runner);
    const reader = new DocumentReader({ logger, documentBytes: limits.documentBytes });
    const reading = {
      limits,
      check: (graph: GraphReference) => runner.check(graph),
      read: (text: string, workspaceId: string) => reader.read(text, workspaceId),
    };
    provide(Documents, () => createDocuments(services.nodeTypes, services.linters, reading));
    contribute(
      HealthChecks,
      threadsHealthCheck((signal) => runner.ping(signal)),
    );

    onReady(() => {
      runner.open();
      services.nodeTypes.onChange(() => runner.reload());
      services.services.onChange(() => runner.reload());
    });
    onStop((signal) => runner.stop(signal));
    onClose(async () => {
      await reader.close();
      await runner.close();
    });
  },
});
