import { can } from '#plugins/studio/web/session/studio-session.ts';
import { sections } from './all.ts';
import type { PaletteAction } from './section.ts';

/** What this person may do here, of all sections. */
export function allowedActions(): readonly PaletteAction[] {
  return sections
    .flatMap((section) => section.actions ?? [])
    .filter((action) => action.permission === undefined || can(action.permission))
    .filter((action) => action.isOffered?.() !== false);
}
