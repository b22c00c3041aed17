import type { ReactNode } from 'react';
import { classes } from '#plugins/ui/web/classes.ts';
import { CircleAlert, Info, MessageSquare, Sparkles, TriangleAlert } from '#plugins/ui/web/icons.tsx';
import styles from './markdown.module.css';
import { markdownTexts } from './texts/en.ts';
import type { AlertKind } from './tokens.ts';

const signs: Readonly<Record<AlertKind, typeof Info>> = {
  ...{ note: Info, tip: Sparkles, important: MessageSquare, warning: TriangleAlert, caution: CircleAlert },
};

interface AlertProps {
  readonly kind: AlertKind;
  readonly dir: 'rtl' | 'ltr' | undefined;
  readonly children: ReactNode;
}

/** A remark that stands out (`> [!NOTE]`), under its name. */
export function Alert({ kind, dir, children }: AlertProps) {
  const title = markdownTexts().alerts[kind];
  const Sign = signs[kind];
  return (
    <div role="note" aria-label={title} dir={dir} className={classes(styles.alert, styles[kind])}>
      <p className={styles.alertTitle}>
        <Sign width="16" height="16" />
        {title}
      </p>
      {children}
    </div>
  );
}
