import { useState } from 'react';
import { useEditor, useGraph, useSelectedNodes } from '#plugins/drafts/web/editor/editor-state.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { call, dateTime, errorText, Link, setSearchParams } from '#plugins/studio/web/contract.tsx';
import { Button, IconButton, navigate, toast } from '#plugins/ui/web/contract.ts';
import { Cross } from '#plugins/ui/web/icons.tsx';
import { pastRunTexts } from './past-texts/en.ts';
import { useNodeRun, useRun } from './run-store.ts';
import styles from './scrubber.module.css';

/** Says that nodes have the values of an earlier run, tries the one that is chosen with them, and goes on from there with the draft. */
export function PastRunNotice({ onTry }: { onTry(): void }) {
  const [t, words] = [pastRunTexts(), buildTexts()];
  const { appId, runs, store } = useEditor();
  const { ofRun } = useRun(runs);
  const graph = useGraph();
  const selected = useSelectedNodes();
  const [isBusy, setBusy] = useState(false);
  const [id = ''] = selected.size === 1 ? selected : [];
  const hasRun = useNodeRun(runs, id) !== undefined;
  if (ofRun === null) return null;
  const isMain = graph.byId.get(id)?.parentId === null;
  const goOn = async () => {
    setBusy(true);
    try {
      if (!(await store.flush())) return toast(words.notSaved);
      const body = { node_id: id, draft: true };
      const started = await call.post('/console/api/runs/{run_id}/fork', { path: { run_id: ofRun.id }, body });
      navigate(`/app/${appId}/run/${started.id}`);
    } catch (error) {
      toast(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  const leave = () => {
    setSearchParams({ run: '' });
    void runs.leaveRun().catch((error) => toast(errorText(error)));
  };
  return (
    <section className={styles.past} aria-label={t.pastRun}>
      <p>
        {t.valuesOf(dateTime(ofRun.created_at), words.runStates[ofRun.status] ?? ofRun.status)}{' '}
        <Link href={`/app/${appId}/run/${ofRun.id}?node=${encodeURIComponent(id)}`}>{t.backToRun}</Link>
      </p>
      <div>
        <Button small disabled={!isMain} onClick={onTry}>
          {words.runNode}
        </Button>
        <Button small variant="primary" busy={isBusy} disabled={!isMain || !hasRun} onClick={() => void goOn()}>
          {t.goOnFromHere}
        </Button>
        <IconButton small label={t.leaveRun} onClick={leave}>
          <Cross />
        </IconButton>
      </div>
      {!isMain && <p>{t.chooseToGoOn}</p>}
    </section>
  );
}
