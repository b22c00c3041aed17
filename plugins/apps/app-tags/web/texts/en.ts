import { defineTexts, plural } from '#plugins/ui/web/contract.ts';

export const texts = {
  name: 'Name',
  create: 'Add',
  save: 'Save',
  saved: 'Saved.',
  cancel: 'Cancel',
  remove: 'Delete',
  deleted: (name: string) => `${name} is deleted.`,
  tags: 'Tags',
  tagsAbout: 'What apps are told apart by.',
  tag: 'Tag',
  addTag: 'Add a tag',
  renameTag: 'Rename the tag',
  noTags: 'No tags yet',
  noTagsAbout: 'Tags group apps, and filter their list.',
  apps: 'Apps',
  deleteTag: (name: string) => `Delete the tag ${name}?`,
  deleteTagAbout: (count: number) =>
    count === 0
      ? 'No app has it.'
      : plural(count, { one: 'It is taken from 1 app.', other: `It is taken from ${count} apps.` }),
  actionsOf: (name: string) => `Actions of ${name}`,
};

/** What the page of tags says. */
export const tagTexts = defineTexts(texts, import.meta.glob('./*'));
