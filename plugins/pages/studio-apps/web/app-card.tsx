import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { ago, Badge, can, changed, failureText } from '#plugins/studio/web/contract.tsx';
import { Menu, toast } from '#plugins/ui/web/contract.ts';
import {
  CirclePause,
  CirclePlay,
  Copy,
  Download,
  Ellipsis,
  ExternalLink,
  Smile,
  Trash,
} from '#plugins/ui/web/icons.tsx';
import { deleteApp, duplicateApp, exportApp, setPaused } from './app-actions.ts';
import styles from './app-list.module.css';
import { appsTexts } from './apps-texts.ts';
import { AppIcon } from './list/app-icon.tsx';
import { AppLink, placeToUse } from './list/app-link.tsx';
import { FavouriteButton } from './list/favourite-button.tsx';
import { setFilters } from './list/filters.ts';
import { IconDialog } from './list/icon-dialog.tsx';
import { listTexts } from './list/list-texts.ts';

type App = Schemas['ListedApp'];

export interface AppCardProps {
  readonly app: App;
  /** Of the list, to which its own are added. */
  readonly tags: readonly string[];
  /** Of members, by address: what they did is signed with that. */
  readonly names: ReadonlyMap<string, string>;
  /** null: nothing is selected now. */
  readonly chosen: boolean | null;
  onChoose(isChosen: boolean): void;
}

/** An app in the list; the whole card leads into it. */
export function AppCard({ app, tags, names, chosen, onChoose }: AppCardProps) {
  const t = appsTexts();
  const own = listTexts();
  const mayEdit = can('apps.edit');
  const people = app.people.length > 0 ? app.people : [app.author_name].filter((name) => name !== '');
  return (
    <li className={styles.card} data-chosen={chosen === true || undefined}>
      <div className={styles.head}>
        {chosen === null ? (
          <AppIcon app={app} />
        ) : (
          <input
            className={styles.choice}
            type="checkbox"
            aria-label={own.select(app.name)}
            checked={chosen}
            onChange={() => onChoose(!chosen)}
          />
        )}
        {chosen === null ? (
          <AppLink className={styles.name} app={app}>
            <span dir="auto">{app.name}</span>
          </AppLink>
        ) : (
          <span className={styles.title}>
            <span dir="auto">{app.name}</span>
          </span>
        )}
        <span className={styles.menu}>
          <FavouriteButton app={app} />
          {mayEdit && <Actions app={app} />}
        </span>
      </div>
      <p className={styles.about} dir="auto">
        {app.description}
      </p>
      {app.tags.length > 0 && (
        <div className={styles.tags}>
          {app.tags.map((tag) => (
            <button
              key={tag}
              type="button"
              dir="auto"
              onClick={() => setFilters({ tags: [...tags.filter((each) => each !== tag), tag] })}
            >
              {tag}
            </button>
          ))}
        </div>
      )}
      {mayEdit && people.length > 0 && (
        <p className={styles.people} dir="auto">
          {own.by([...new Set(people.map((each) => names.get(each) ?? each))].join(', '))}
        </p>
      )}
      <div className={styles.foot}>
        {mayEdit && (
          <Badge look={app.status === 'active' ? 'ok' : app.status === 'paused' ? 'warn' : 'plain'}>
            {t.states[app.status] ?? app.status}
          </Badge>
        )}
        {!mayEdit && app.status === 'paused' && <Badge look="warn">{t.states.paused}</Badge>}
        <span>{t.modes[app.mode] ?? app.mode}</span>
        <span className={styles.when}>{t.changedAgo(ago(app.updated_at))}</span>
      </div>
    </li>
  );
}

function Actions({ app }: { readonly app: App }) {
  const t = appsTexts();
  const own = listTexts();
  const [isIconOpen, setIconOpen] = useState(false);
  const act = (work: () => Promise<string | null>) => {
    work().then(
      (said) => {
        changed('/console/api/apps');
        if (said !== null) toast(said);
      },
      (error: unknown) => toast(failureText(error)),
    );
  };
  const isPaused = app.status === 'paused';
  const published = [
    { label: own.openPage, icon: <ExternalLink />, onSelect: () => location.assign(placeToUse(app.id)) },
    {
      label: isPaused ? t.resume : t.pause,
      icon: isPaused ? <CirclePlay /> : <CirclePause />,
      onSelect: () => act(() => setPaused(app.id, !isPaused)),
    },
  ];
  return (
    <>
      <Menu
        small
        label={t.actionsOf(app.name)}
        items={[
          { label: own.icon, icon: <Smile />, onSelect: () => setIconOpen(true) },
          { label: t.duplicate, icon: <Copy />, onSelect: () => act(() => duplicateApp(app.id)) },
          { label: t.export, icon: <Download />, onSelect: () => act(() => exportApp(app)) },
          ...(app.status === 'draft' ? [] : published),
          { label: t.delete, icon: <Trash />, danger: true, onSelect: () => act(() => deleteApp(app)) },
        ]}
      >
        <Ellipsis />
      </Menu>
      {isIconOpen && <IconDialog app={app} onClose={() => setIconOpen(false)} />}
    </>
  );
}
