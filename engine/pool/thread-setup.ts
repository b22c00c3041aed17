import type { NodeType, ThreadService } from '../contract.ts';
import type { ThreadSetup } from './protocol.ts';

const engine = new URL('../worker/graph-engine.ts', import.meta.url).href;

/** The contributions of the moment as data that can cross to a thread. */
export function threadSetup(nodeTypes: readonly NodeType[], services: readonly ThreadService[]): ThreadSetup {
  return {
    engine,
    nodeTypes: nodeTypes.map(({ id, type, version, traits, module }) => ({
      id,
      type,
      version,
      traits,
      module: module.href,
    })),
    services: services.map((service) => ({
      id: service.id,
      module: service.module.href,
      settings: service.settings(),
    })),
  };
}
