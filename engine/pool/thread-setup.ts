import { type NodeType, type ThreadService, usualLimits } from '#engine';
import type { ThreadSetup } from './protocol.ts';

const engine = new URL('../worker/graph-engine.ts', import.meta.url).href;

/** The contributions of the moment as data that can cross to a thread. */
export function threadSetup(
  nodeTypes: readonly NodeType[],
  services: readonly ThreadService[],
  limits = usualLimits,
): ThreadSetup {
  return {
    engine,
    limits,
    nodeTypes: nodeTypes.map(({ id, type, version, traits, module, options }) => ({
      id,
      type,
      version,
      traits,
      module: module.href,
      ...(options !== undefined && { options }),
    })),
    services: services.map((service) => ({
      id: service.id,
      module: service.module.href,
      settings: service.settings(),
    })),
  };
}
