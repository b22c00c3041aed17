import { getEventListeners } from 'node:events';

/** `AbortSignal.any` adds no listener to its sources: who follows them is noted here, without keeping it in memory. */
const followers = new WeakMap<AbortSignal, Set<WeakRef<AbortSignal>>>();

/** Aborts with the first of them; as long as somebody listens, each of them `isFollowed`. */
export function endedByAny(sources: readonly AbortSignal[]): AbortSignal {
  const signal = AbortSignal.any([...sources]);
  const reference = new WeakRef(signal);
  for (const source of sources) {
    const known = followers.get(source) ?? new Set();
    known.add(reference);
    followers.set(source, known);
  }
  return signal;
}

/** Whether anybody listens for the end, themselves or by a signal of `endedByAny`. */
export function isFollowed(signal: AbortSignal): boolean {
  if (getEventListeners(signal, 'abort').length > 0) return true;
  const known = followers.get(signal) ?? new Set();
  for (const reference of known) {
    const follower = reference.deref();
    if (follower === undefined) known.delete(reference);
    else if (isFollowed(follower)) return true;
  }
  return false;
}
