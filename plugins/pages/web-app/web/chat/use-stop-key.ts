import { useEffect } from 'react';
import { useLatest } from '#plugins/ui/web/contract.ts';

/** Escape stops what runs, unless it closes something that is open or leaves a field that knows the key. */
export function useStopKey(isActive: boolean, stop: () => void): void {
  const latest = useLatest(stop);
  useEffect(() => {
    if (!isActive) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      const isOpen = document.querySelector('dialog[open], :popover-open') !== null;
      const isSearch = event.target instanceof HTMLInputElement;
      if (isOpen || isSearch) return;
      // In a frame the key would close it otherwise.
      event.preventDefault();
      latest.current();
    };
    // Before `window`, where the page around is told.
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isActive]);
}
