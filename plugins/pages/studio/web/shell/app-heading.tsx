import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { sections } from '#plugins/studio/web/sections/all.ts';
import { can } from '#plugins/studio/web/session/studio-session.ts';
import { IconButton, lazyModule } from '#plugins/ui/web/contract.ts';
import { Pencil } from '#plugins/ui/web/icons.tsx';
import styles from './navigation.module.css';

const details = sections.find((section) => section.appDetails !== undefined)?.appDetails;
const part = details === undefined ? undefined : lazyModule(details.dialog);

/** The name of the app that is open, and the way to change it. */
export function AppHeading({ app }: { readonly app: Schemas['App'] }) {
  const [isEdited, setEdited] = useState(false);
  const Dialog = part?.use(isEdited)?.DetailsDialog;
  return (
    <div className={styles.app}>
      <span className={styles.appName} dir="auto">
        {app.name}
      </span>
      {details !== undefined && can(details.permission) && (
        <IconButton small label={details.label()} onClick={() => setEdited(true)}>
          <Pencil />
        </IconButton>
      )}
      {isEdited && Dialog !== undefined && <Dialog app={app} onClose={() => setEdited(false)} />}
    </div>
  );
}
