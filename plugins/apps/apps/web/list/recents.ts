import { studioSession } from '#plugins/studio/web/contract.tsx';
import { readStored, writeStored } from '#plugins/ui/web/contract.ts';

const KEPT = 6;

/** Of this person, in this workspace and browser. */
export function ownKey(name: string): string {
  const { account, workspace } = studioSession();
  return `weft:studio:${account.id}:${workspace.id}:${name}`;
}

/** Ids of the apps that were opened from the list, the last one first. */
export function recentApps(): readonly string[] {
  const kept = readStored<readonly string[]>(ownKey('apps'));
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, KEPT) : [];
}

export function appOpened(id: string): void {
  writeStored(ownKey('apps'), [id, ...recentApps().filter((each) => each !== id)].slice(0, KEPT));
}
