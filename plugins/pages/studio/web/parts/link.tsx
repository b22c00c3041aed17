import type { ComponentProps } from 'react';
import { navigate } from '#plugins/ui/web/contract.ts';

/** A link to another page of the studio, which is shown without loading; with a key held, browsers do as they do. */
export function Link({ href = '', onClick, ...rest }: ComponentProps<'a'>) {
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || event.button !== 0) return;
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || rest.target !== undefined) return;
        event.preventDefault();
        navigate(href);
        scrollTo(0, 0);
      }}
    />
  );
}
