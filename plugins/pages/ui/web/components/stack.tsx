import { classes } from '#plugins/ui/web/classes.ts';
import { Box, type BoxProps } from './box.tsx';
import styles from './stack.module.css';

/** Things below each other. */
export function Stack({ gap = 12, ...rest }: BoxProps & { readonly gap?: 8 | 12 | 16 }) {
  return <Box {...rest} className={classes(styles.stack, styles[`gap-${gap}`])} />;
}

/** Fields under a `legend`. */
export function FieldGroup(props: BoxProps) {
  return <Box as="fieldset" {...props} className={classes(styles.stack, styles['gap-12'], styles.group)} />;
}
