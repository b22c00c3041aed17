import { Panel, useReactFlow, useStore } from '@xyflow/react';
import type { Commands } from '#plugins/drafts/web/editor/commands.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { number } from '#plugins/studio/web/contract.tsx';
import { IconButton, lazyModule, Menu, useStored } from '#plugins/ui/web/contract.ts';
import { MapFolded, Maximize, Minus, Plus } from '#plugins/ui/web/icons.tsx';
import styles from './canvas.module.css';

const overviewMap = lazyModule(() => import('./overview-map.tsx'));
const STEPS = [0.5, 1, 1.5, 2];

/** How near one looks: closer, farther, the figure with what it can be set to; and a map of the whole. */
export function ZoomTools({ commands }: { readonly commands: Commands }) {
  const t = buildTexts();
  const { zoomIn, zoomOut, zoomTo } = useReactFlow();
  const percent = useStore(({ transform }) => Math.round(transform[2] * 100));
  const [isMapped, setMapped] = useStored('weft-minimap', false);
  const Overview = overviewMap.use(isMapped)?.OverviewMap;
  return (
    <>
      {isMapped && Overview !== undefined && <Overview />}
      <Panel position="bottom-right" className={styles.zoom} role="toolbar" aria-label={t.zoomTools}>
        <IconButton small label={`${t.zoomOut} (-)`} onClick={() => void zoomOut()}>
          <Minus />
        </IconButton>
        <Menu
          small
          label={t.zoomFigure(number(percent / 100, { style: 'percent' }))}
          items={[
            { label: t.all, keys: '1', onSelect: () => commands.fit() },
            { label: t.toSelection, keys: '2', onSelect: () => commands.fit(true) },
            ...STEPS.map((step) => ({
              label: number(step, { style: 'percent' }),
              ...(step === 1 && { keys: '0' }),
              onSelect: () => void zoomTo(step),
            })),
          ]}
        >
          <span className={styles.percent}>{number(percent / 100, { style: 'percent' })}</span>
        </Menu>
        <IconButton small label={`${t.zoomIn} (+)`} onClick={() => void zoomIn()}>
          <Plus />
        </IconButton>
        <IconButton small label={`${t.all} (1)`} onClick={() => commands.fit()}>
          <Maximize />
        </IconButton>
        <IconButton small label={t.minimap} aria-pressed={isMapped} onClick={() => setMapped(!isMapped)}>
          <MapFolded />
        </IconButton>
      </Panel>
    </>
  );
}
