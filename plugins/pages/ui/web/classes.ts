import type { ComponentProps } from 'react';

/** What an element of the page takes, with what our own components read themselves as plain text on React and on Preact. */
export type ElementProps<Tag extends 'a' | 'button' | 'input' | 'select' | 'textarea'> = Omit<
  ComponentProps<Tag>,
  'className' | 'role'
> & { readonly className?: string | undefined };

/** Class names, without those that don't apply. */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
