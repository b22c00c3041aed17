import { classes } from '#plugins/ui/web/classes.ts';
import { Box, type BoxProps } from './box.tsx';
import styles from './columns.module.css';

/** Fields beside each other, as many as there is room for; `narrow`: numbers and short lists. */
export function Columns({ narrow = false, ...rest }: BoxProps & { readonly narrow?: boolean }) {
  return <Box {...rest} className={classes(styles.columns, narrow && styles.narrow)} />;
}
