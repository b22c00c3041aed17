import type { Commands } from '#plugins/drafts/web/editor/commands.ts';
import type { Asks } from '#plugins/drafts/web/editor/editor-keys.ts';
import styles from '#plugins/drafts/web/editor/workbench.module.css';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { IconButton } from '#plugins/ui/web/contract.ts';
import { Keyboard, Maximize, Minus, Plus, Rows, Sparkles, Workflow } from '#plugins/ui/web/icons.tsx';

/** Buttons on the canvas, for who has no keys at hand. */
export function CanvasTools({
  commands,
  asks,
  isList,
}: {
  readonly commands: Commands;
  readonly asks: Asks;
  readonly isList: boolean;
}) {
  const t = buildTexts();
  return (
    <div className={styles.tools} role="toolbar" aria-label={t.tools}>
      <IconButton small label={`${t.addNode} (A)`} onClick={asks.palette}>
        <Plus />
      </IconButton>
      {!isList && (
        <>
          <IconButton small label={`${t.tidy} (T)`} onClick={() => void commands.tidy()}>
            <Sparkles />
          </IconButton>
          <IconButton small label={`${t.zoomOut} (-)`} onClick={() => void commands.flow?.zoomOut()}>
            <Minus />
          </IconButton>
          <IconButton
            small
            label={`${t.all} (1)`}
            onClick={() => void commands.flow?.fitView({ padding: 0.15, maxZoom: 1 })}
          >
            <Maximize />
          </IconButton>
        </>
      )}
      <IconButton small label={`${isList ? t.canvas : t.list} (L)`} onClick={asks.list}>
        {isList ? <Workflow /> : <Rows />}
      </IconButton>
      <IconButton small label={`${t.keys} (?)`} onClick={asks.keys}>
        <Keyboard />
      </IconButton>
    </div>
  );
}
