import { classes } from '#plugins/ui/web/classes.ts';
import { Box, type BoxProps } from './box.tsx';
import styles from './muted.module.css';

/** Text that explains what it stands beside. */
export function Muted({ small = false, ...rest }: BoxProps & { readonly small?: boolean }) {
  return <Box as="p" {...rest} className={classes(styles.muted, small && styles.small)} />;
}
