import { type ConfinementOptions, SystemConfinement } from '#plugins/confined-processes/system-confinement.ts';

/** As a server confines its processes on this machine: tests need one that can do all of it. */
export const confineHere = confineAs({});

/** As a server of another machine, or with another setting. */
export function confineAs(options: Partial<ConfinementOptions>): SystemConfinement {
  return new SystemConfinement({ acceptsWeaker: false, ...options });
}
