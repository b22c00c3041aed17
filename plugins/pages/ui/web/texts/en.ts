export const texts = {
  close: 'Close',
  cancel: 'Cancel',
  loading: 'Loading',
  tryAgain: 'Try again',
  somethingWrong: 'Something went wrong',
  somethingWrongAbout: 'This page could not go on. Nothing that runs on the server has stopped.',
  reload: 'Reload the page',
  offline: 'No connection. What runs goes on; this page joins again as soon as it can.',
  theme: 'Appearance',
  themeLight: 'Light',
  themeDark: 'Dark',
  themeSystem: 'As the system',
};
