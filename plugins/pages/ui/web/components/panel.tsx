import { classes } from '#plugins/ui/web/classes.ts';
import { Box, type BoxProps } from './box.tsx';
import styles from './panel.module.css';

interface PanelProps extends BoxProps {
  readonly narrow?: boolean;
  readonly danger?: boolean;
}

/** A frame around what belongs together; `narrow`: a form, whose fields need not be wide. */
export function Panel({ narrow = false, danger = false, ...rest }: PanelProps) {
  return <Box {...rest} className={classes(styles.panel, narrow && styles.narrow, danger && styles.danger)} />;
}

/** Things in a frame, with lines between them. */
export function PanelList(props: BoxProps) {
  return <Box as="ul" {...props} className={classes(styles['panel-list'])} />;
}
