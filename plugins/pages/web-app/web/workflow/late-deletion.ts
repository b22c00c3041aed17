import { type Api, toast } from '#plugins/ui/web/contract.ts';
import { workflowTexts } from './texts/en.ts';

/** As long as its toast offers to undo it. */
const UNDO_MS = 8000;

interface Deletion {
  readonly path: string;
  readonly name: string;
  /** Takes it from the list, and puts it back. */
  hide(): void;
  show(): void;
}

/** Deletes what is gone from view already, unless it is undone; at once when the page is left. */
export function deleteLater(api: Api, { path, name, hide, show }: Deletion): void {
  const t = workflowTexts();
  let isDone = false;
  hide();
  const remove = () => {
    if (isDone) return;
    end();
    api.ask('DELETE', path, { retry: true }).catch(() => {
      show();
      toast(t.notDone);
    });
  };
  // A page that is left sends it still.
  const leave = () => {
    if (isDone) return;
    end();
    void fetch(api.url + path, {
      method: 'DELETE',
      keepalive: true,
      headers: { authorization: `Bearer ${api.token()}` },
    });
  };
  const timer = setTimeout(remove, UNDO_MS);
  addEventListener('pagehide', leave);
  function end(): void {
    isDone = true;
    clearTimeout(timer);
    removeEventListener('pagehide', leave);
  }
  toast(t.deleted(name), {
    label: t.undo,
    run: () => {
      if (isDone) return;
      end();
      show();
    },
  });
}
