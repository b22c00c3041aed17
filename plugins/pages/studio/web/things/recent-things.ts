import { studioSession } from '#plugins/studio/web/session/studio-session.ts';
import { readStored, writeStored } from '#plugins/ui/web/contract.ts';

const KEPT = 8;

/** Something of the workspace, as it was called when it was gone to. */
export interface Thing {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly about: string | null;
  readonly path: string;
}

/** Of this person, in this workspace and browser. */
function keyOfOwn(): string {
  const { account, workspace } = studioSession();
  return `weft:studio:${account.id}:${workspace.id}:things`;
}

/** What was gone to lately, the last first. */
export function recentThings(): readonly Thing[] {
  const kept: unknown = readStored(keyOfOwn());
  return Array.isArray(kept) ? kept.filter(isThing).slice(0, KEPT) : [];
}

/** Keeps what is gone to, before what was gone to earlier. */
export function rememberThing({ kind, id, name, about, path }: Thing): void {
  const others = recentThings().filter((each) => each.kind !== kind || each.id !== id);
  writeStored(keyOfOwn(), [{ kind, id, name, about, path }, ...others].slice(0, KEPT));
}

function isThing(value: unknown): value is Thing {
  const { kind, id, name, about, path } = (value ?? {}) as Partial<Thing>;
  return (
    [kind, id, name, path].every((each) => typeof each === 'string') && (about === null || typeof about === 'string')
  );
}
