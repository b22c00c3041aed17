import { classes } from '#plugins/ui/web/classes.ts';
import { Box, type BoxProps } from './box.tsx';
import styles from './toolbar.module.css';

interface ToolbarProps extends BoxProps {
  /** Buttons that end a form. */
  readonly end?: boolean;
  /** What can be done with what is chosen: how much that is stands first. */
  readonly chosen?: boolean;
}

/** Fields and buttons beside each other, in more lines where there is no room. */
export function Toolbar({ end = false, chosen = false, ...rest }: ToolbarProps) {
  return <Box {...rest} className={classes(styles.toolbar, end && styles.end, chosen && styles.chosen)} />;
}

/** What something does, and the button that does it. */
export function ActionRow(props: BoxProps) {
  return <Box {...props} className={classes(styles.toolbar, styles.row)} />;
}
