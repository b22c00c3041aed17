import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { ago, Badge, can, changed, failureText, Link, setQuery } from '#plugins/studio/web/contract.tsx';
import { Menu, toast } from '#plugins/ui/web/contract.ts';
import { CirclePause, CirclePlay, Copy, Download, Ellipsis, Trash } from '#plugins/ui/web/icons.tsx';
import { deleteApp, duplicateApp, exportApp, setPaused } from './app-actions.ts';
import styles from './app-list.module.css';
import { appsTexts } from './apps-texts.ts';

type App = Schemas['App'];

/** An app in the list; the whole card leads into it. */
export function AppCard({ app }: { readonly app: App }) {
  const t = appsTexts();
  const mayEdit = can('apps.edit');
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <Icon app={app} />
        <Link className={styles.name} href={mayEdit ? `/app/${app.id}/build` : `/chat/${app.id}`} dir="auto">
          {app.name}
        </Link>
        {mayEdit && (
          <span className={styles.menu}>
            <Actions app={app} />
          </span>
        )}
      </div>
      <p className={styles.about} dir="auto">
        {app.description}
      </p>
      {app.tags.length > 0 && (
        <div className={styles.tags}>
          {app.tags.map((tag) => (
            <button key={tag} type="button" dir="auto" onClick={() => setQuery({ tag, page: '' })}>
              {tag}
            </button>
          ))}
        </div>
      )}
      <div className={styles.foot}>
        <Badge look={app.status === 'active' ? 'ok' : app.status === 'paused' ? 'warn' : 'plain'}>
          {t.states[app.status] ?? app.status}
        </Badge>
        <span>{t.modes[app.mode] ?? app.mode}</span>
        <span className={styles.when}>{t.changedAgo(ago(app.updated_at))}</span>
      </div>
    </li>
  );
}

/** Emoji are shown; what else an icon may be stands as the first letter of the name. */
function Icon({ app }: { readonly app: App }) {
  const isEmoji = app.icon_type === 'emoji' && /\p{Extended_Pictographic}/u.test(app.icon);
  return (
    <span className={styles.icon} aria-hidden="true">
      {isEmoji ? app.icon : ([...app.name.trim()][0] ?? '?').toUpperCase()}
    </span>
  );
}

function Actions({ app }: { readonly app: App }) {
  const t = appsTexts();
  const act = (work: () => Promise<string | null>) => {
    work().then(
      (said) => {
        changed('/console/api/apps');
        if (said !== null) toast(said);
      },
      (error: unknown) => toast(failureText(error)),
    );
  };
  const pausing =
    app.status === 'draft'
      ? []
      : [
          {
            label: app.status === 'paused' ? t.resume : t.pause,
            icon: app.status === 'paused' ? <CirclePlay /> : <CirclePause />,
            onSelect: () => act(() => setPaused(app.id, app.status !== 'paused')),
          },
        ];
  return (
    <Menu
      small
      label={t.actionsOf(app.name)}
      items={[
        { label: t.duplicate, icon: <Copy />, onSelect: () => act(() => duplicateApp(app.id)) },
        { label: t.export, icon: <Download />, onSelect: () => act(() => exportApp(app)) },
        ...pausing,
        { label: t.delete, icon: <Trash />, danger: true, onSelect: () => act(() => deleteApp(app)) },
      ]}
    >
      <Ellipsis />
    </Menu>
  );
}
