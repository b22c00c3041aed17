import { FIRST } from './first.ts';
import type { Turn } from './turn.ts';

/** A turn of the branch that is shown, and the others that follow the same turn. */
export interface ShownTurn {
  readonly turn: Turn;
  /** Answers to the same question, or other questions in its place, oldest first; itself among them. */
  readonly siblings: readonly Turn[];
}

/**
 * The branch of a conversation that ends with what was chosen, or with the newest. A turn follows the one before it in time,
 * unless it says which one.
 */
export function shownBranch(turns: readonly Turn[], chosen: ReadonlyMap<string, string>): readonly ShownTurn[] {
  const byId = new Map(turns.map((turn, index) => [turn.state.id, index]));
  const children = new Map<number, number[]>();
  turns.forEach((turn, index) => {
    const { parentId } = turn.state;
    // A turn that isn't loaded yet: its followers stand where the loaded part begins.
    const parent = parentId === null ? index - 1 : parentId === FIRST ? -1 : (byId.get(parentId) ?? -1);
    children.set(parent, [...(children.get(parent) ?? []), index]);
  });
  const shown: ShownTurn[] = [];
  for (let at = -1; ; ) {
    const next: readonly number[] | undefined = children.get(at);
    if (next === undefined) return shown;
    const siblings = next.flatMap((index) => turns[index] ?? []);
    const wanted = chosen.get(shown.at(-1)?.turn.key ?? FIRST);
    const turn = siblings.find(({ key }) => key === wanted) ?? siblings.at(-1);
    if (turn === undefined) return shown;
    shown.push({ turn, siblings });
    at = turns.indexOf(turn);
  }
}
