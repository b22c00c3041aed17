import { AssistantTool } from '#plugins/drafts/web/assistant/offers.tsx';
import type { Commands } from '#plugins/drafts/web/editor/commands.ts';
import type { Asks } from '#plugins/drafts/web/editor/editor-keys.ts';
import styles from '#plugins/drafts/web/editor/workbench.module.css';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { IconButton } from '#plugins/ui/web/contract.ts';
import { Keyboard, Network, Plus, Rows, Search, Workflow } from '#plugins/ui/web/icons.tsx';

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
      <IconButton
        small
        label={`${t.addNode} (A)`}
        onClick={(event) => {
          const { left, top } = event.currentTarget.getBoundingClientRect();
          asks.palette({ ...commands.here(), near: { x: left, y: top } });
        }}
      >
        <Plus />
      </IconButton>
      <AssistantTool />
      <IconButton small label={`${t.findNode} (/)`} onClick={asks.find}>
        <Search />
      </IconButton>
      {!isList && (
        <IconButton small label={`${t.tidy} (T)`} onClick={() => void commands.tidy()}>
          <Network />
        </IconButton>
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
