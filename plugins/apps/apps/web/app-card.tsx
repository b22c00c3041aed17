import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { ago, Badge, can, errorText, invalidate } from '#plugins/studio/web/contract.tsx';
import { Card, CardTags, Menu, toast } from '#plugins/ui/web/contract.ts';
import {
  CirclePause,
  CirclePlay,
  Copy,
  Download,
  Ellipsis,
  ExternalLink,
  Pencil,
  Trash,
} from '#plugins/ui/web/icons.tsx';
import { deleteApp, duplicateApp, exportApp, setPaused } from './app-actions.ts';
import styles from './app-list.module.css';
import { AppIcon } from './list/app-icon.tsx';
import { AppLink, placeToUse } from './list/app-link.tsx';
import { DetailsDialog } from './list/details-dialog.tsx';
import { FavouriteButton } from './list/favourite-button.tsx';
import { setFilters } from './list/filters.ts';
import { listTexts } from './list/texts/en.ts';
import { appsTexts } from './texts/en.ts';

type App = Schemas['ListedApp'];

export interface AppCardProps {
  readonly app: App;
  /** Of the list, to which its own are added. */
  readonly tags: readonly string[];
  /** null: nothing is selected now. */
  readonly chosen: boolean | null;
  onChoose(isChosen: boolean): void;
}

/** An app in the list; the whole card leads into it. */
export function AppCard({ app, tags, chosen, onChoose }: AppCardProps) {
  const t = appsTexts();
  const own = listTexts();
  const mayEdit = can('apps.edit');
  const people = app.people.length > 0 ? app.people : [app.author_name].filter((name) => name !== '');
  return (
    <Card
      chosen={chosen === true}
      sign={
        chosen === null ? (
          <AppIcon app={app} />
        ) : (
          <input
            className={styles.choice}
            type="checkbox"
            aria-label={own.select(app.name)}
            checked={chosen}
            onChange={() => onChoose(!chosen)}
          />
        )
      }
      name={chosen === null ? <AppLink app={app}>{app.name}</AppLink> : <span>{app.name}</span>}
      aside={
        <>
          <FavouriteButton app={app} />
          {mayEdit && <Actions app={app} />}
        </>
      }
      about={app.description}
      foot={
        <>
          {mayEdit && (
            <Badge variant={app.status === 'active' ? 'success' : app.status === 'paused' ? 'warning' : 'plain'}>
              {t.states[app.status] ?? app.status}
            </Badge>
          )}
          {!mayEdit && app.status === 'paused' && <Badge variant="warning">{t.states.paused}</Badge>}
          <span>{t.modes[app.mode] ?? app.mode}</span>
          <span>{t.changedAgo(ago(app.updated_at))}</span>
        </>
      }
    >
      <CardTags
        tags={app.tags.map((tag) => ({
          ...{ id: tag, name: tag },
          onSelect: () => setFilters({ tags: [...tags.filter((each) => each !== tag), tag] }),
        }))}
      />
      {mayEdit && people.length > 0 && (
        <p className={styles.people} dir="auto">
          {own.by(people.join(', '))}
        </p>
      )}
    </Card>
  );
}

function Actions({ app }: { readonly app: App }) {
  const t = appsTexts();
  const own = listTexts();
  const [isEdited, setEdited] = useState(false);
  const act = (work: () => Promise<string | null>) => {
    work().then(
      (said) => {
        invalidate('/console/api/apps');
        if (said !== null) toast(said);
      },
      (error: unknown) => toast(errorText(error)),
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
          { label: own.editDetails, icon: <Pencil />, onSelect: () => setEdited(true) },
          { label: t.duplicate, icon: <Copy />, onSelect: () => act(() => duplicateApp(app.id)) },
          { label: t.export, icon: <Download />, onSelect: () => act(() => exportApp(app)) },
          ...(app.status === 'draft' ? [] : published),
          { label: t.delete, icon: <Trash />, danger: true, onSelect: () => act(() => deleteApp(app)) },
        ]}
      >
        <Ellipsis />
      </Menu>
      {isEdited && <DetailsDialog app={app} onClose={() => setEdited(false)} />}
    </>
  );
}
