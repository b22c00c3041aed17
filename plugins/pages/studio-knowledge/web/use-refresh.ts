import { useEffect } from 'react';
import type { Answer } from '#plugins/studio/web/contract.tsx';
import { useLatest } from '#plugins/ui/web/contract.ts';

const SEEN_MS = 2_000;
const HIDDEN_MS = 15_000;

/** Asks again and again while work is under way, each time after the answer before has come. */
export function useRefresh(answer: Answer<unknown>, isUnderWay: boolean): void {
  const again = useLatest(answer.again);
  useEffect(() => {
    if (!isUnderWay || answer.isLoading) return;
    const timer = setTimeout(() => again.current(), document.hidden ? HIDDEN_MS : SEEN_MS);
    return () => clearTimeout(timer);
  }, [isUnderWay, answer.isLoading]);
}
