import type { ReactNode } from 'react';
import { can, Link } from '#plugins/studio/web/contract.tsx';
import { appOpened } from './recents.ts';

/** Where an app is used: a page of its own, not one of this page's parts. */
export function placeToUse(id: string): string {
  return `/use/${id}`;
}

/** Leads into an app: who may edit it builds it, others use it. */
export function AppLink({
  app,
  className,
  children,
}: {
  readonly app: { readonly id: string; readonly name: string };
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const onClick = () => appOpened(app.id);
  if (can('apps.edit')) {
    return (
      <Link className={className} href={`/app/${app.id}/build`} onClick={onClick}>
        {children}
      </Link>
    );
  }
  return (
    <a className={className} href={placeToUse(app.id)} onClick={onClick}>
      {children}
    </a>
  );
}
