import { type ComponentType, memo } from 'react';
import { classes } from '#plugins/ui/web/contract.ts';
import * as icons from '#plugins/ui/web/icons.tsx';
import styles from './canvas.module.css';

const all = icons as unknown as Readonly<Record<string, ComponentType | undefined>>;

/** The tile of a node: its colour says the kind, and a name stands beside it always. */
export const NodeIcon = memo(function NodeIcon({ icon, colour }: { readonly icon: string; readonly colour: string }) {
  const Icon = (Object.hasOwn(all, icon) ? all[icon] : undefined) ?? icons.Square;
  return (
    <span className={classes(styles.tile, styles[`tile-${colour}`])} aria-hidden="true">
      <Icon />
    </span>
  );
});
