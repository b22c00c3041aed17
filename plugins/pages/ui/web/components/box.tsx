import type { ComponentProps } from 'react';

/** Of what gives things their place. */
export interface BoxProps extends Omit<ComponentProps<'div'>, 'className' | 'ref'> {
  readonly as?: 'div' | 'fieldset' | 'form' | 'li' | 'p' | 'section' | 'span' | 'ul';
}

/** The types of elements differ in what no layout is given. */
export function Box({ as, ...rest }: BoxProps & { readonly className: string }) {
  const Tag = (as ?? 'div') as 'div';
  return <Tag {...rest} />;
}
