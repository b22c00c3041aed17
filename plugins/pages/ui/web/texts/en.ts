import { defineTexts } from '#plugins/ui/web/texts-of.ts';

export const texts = {
  close: 'Close',
  cancel: 'Cancel',
  loading: 'Loading',
  tryAgain: 'Try again',
  panelFailed: 'This part of the page could not be shown. The rest of it works.',
  somethingWrong: 'Something went wrong',
  somethingWrongAbout: 'This page could not go on. Nothing that runs on the server has stopped.',
  reload: 'Reload the page',
  offline: 'No connection. What runs goes on; this page joins again as soon as it can.',
  theme: 'Appearance',
  themeLight: 'Light',
  themeDark: 'Dark',
  themeSystem: 'As the system',
  showMore: (count: string) => `Show ${count} more`,
};

/** What the parts of this folder say. */
export const uiTexts = defineTexts(texts, import.meta.glob('./*'));
