import { plural } from '#plugins/ui/web/contract.ts';

export const texts = {
  name: 'Name',
  create: 'Hinzufügen',
  save: 'Speichern',
  saved: 'Gespeichert.',
  cancel: 'Abbrechen',
  remove: 'Löschen',
  deleted: (name: string) => `${name} ist gelöscht.`,
  tags: 'Tags',
  tagsAbout: 'Woran man Apps unterscheidet.',
  tag: 'Tag',
  addTag: 'Tag hinzufügen',
  renameTag: 'Tag umbenennen',
  noTags: 'Noch keine Tags',
  noTagsAbout: 'Tags gruppieren Apps und filtern ihre Liste.',
  apps: 'Apps',
  deleteTag: (name: string) => `Tag ${name} löschen?`,
  deleteTagAbout: (count: number) =>
    count === 0
      ? 'Keine App hat ihn.'
      : plural(count, { one: 'Er wird von 1 App genommen.', other: `Er wird von ${count} Apps genommen.` }),
  actionsOf: (name: string) => `Aktionen für ${name}`,
};
