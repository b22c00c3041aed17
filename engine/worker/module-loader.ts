import type { NodeImplementation } from '#engine';
import type { NodeKinds } from '#engine/graph/graph.ts';
import type { ThreadSetup } from '#engine/pool/protocol.ts';
import { findKinds, type LoadedNodeType } from './node-kinds.ts';

/** What a thread's modules came to. A module that can't be loaded is a problem of what needs it, not of the thread. */
export interface LoadedModules {
  readonly kinds: NodeKinds;
  readonly services: ReadonlyMap<string, unknown>;
  readonly problems: readonly string[];
}

/** Loads every node type and creates every thread service at the thread's start, so that no run is the first. */
export async function loadModules(setup: ThreadSetup): Promise<LoadedModules> {
  const nodeTypes: LoadedNodeType[] = [];
  const services = new Map<string, unknown>();
  const problems: string[] = [];
  const attempt = async (what: string, load: () => Promise<void>): Promise<void> => {
    try {
      await load();
    } catch (error) {
      problems.push(`${what} could not be loaded: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  await Promise.all([
    ...setup.nodeTypes.map((nodeType) =>
      attempt(`The node type ${nodeType.id}`, async () => {
        const { module, options, ...type } = nodeType;
        const implementation = await loadNode(module, options);
        nodeTypes.push({ ...type, implementation });
      }),
    ),
    ...setup.services.map((service) =>
      attempt(`The thread service ${service.id}`, async () => {
        const create: unknown = (await import(service.module)).create;
        if (typeof create !== 'function') throw new Error(`${service.module} exports no function create`);
        services.set(service.id, await create(service.settings));
      }),
    ),
  ]);
  return { kinds: findKinds(nodeTypes), services, problems };
}

async function loadNode(module: string, options: unknown): Promise<NodeImplementation> {
  const { node, create }: { node?: unknown; create?: unknown } = await import(module);
  if (options !== undefined && typeof create !== 'function') throw new Error(`${module} exports no function create`);
  const made: unknown = options !== undefined && typeof create === 'function' ? create(options) : node;
  if (!isImplementation(made)) throw new Error(`${module} exports no node with compile and run`);
  return made;
}

function isImplementation(value: unknown): value is NodeImplementation {
  if (typeof value !== 'object' || value === null) return false;
  return 'compile' in value && typeof value.compile === 'function' && 'run' in value && typeof value.run === 'function';
}
