import { classes } from '#plugins/ui/web/classes.ts';
import { Box, type BoxProps } from './box.tsx';
import styles from './link-list.module.css';

/** Links beside each other. */
export function LinkList(props: BoxProps) {
  return <Box as="ul" {...props} className={classes(styles['link-list'])} />;
}
