import { useEffect, useEffectEvent } from 'react';
import type { AppAsks } from '#plugins/drafts/web/editor/editor-keys.ts';
import type { Editor } from '#plugins/drafts/web/editor/editor-state.ts';

/** The keys of the canvas that mean something without one. */
export function useConfigurationKeys({ store }: Editor, asks: AppAsks): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
    if (document.querySelector('dialog[open]') !== null) return;
    const key = event.key.toLowerCase();
    if (key === 'z' && event.shiftKey) store.redo();
    else if (key === 'z') store.undo();
    else if (key === 'y') store.redo();
    else if (key === 's') asks.saved();
    else if (key === 'enter') asks.run();
    else if (key === 'p' && event.shiftKey) asks.publish();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
