import { PlatformError } from '#kernel';

export function notPicked(): PlatformError {
  const message = 'This file was not picked for this app, or is not there any more: pick it again.';
  return new PlatformError('not-found', 'account-files.not_picked', message);
}

export function noFile(name: string): PlatformError {
  const message = `${JSON.stringify(name.slice(0, 100))} has no content that could be attached: pick files, no folders or forms.`;
  return new PlatformError('invalid', 'account-files.no_file', message);
}

export function keptBack(name: string): PlatformError {
  const message = `The owner of ${JSON.stringify(name.slice(0, 100))} does not let it be downloaded: ask them to allow that in Drive.`;
  return new PlatformError('invalid', 'account-files.kept_back', message);
}

export function tooLarge(name: string): PlatformError {
  const message = `Google exports at most 10 MB of a document, and ${JSON.stringify(name.slice(0, 100))} has more: save it as a file of another format, and pick that.`;
  return new PlatformError('invalid', 'account-files.too_large', message);
}

export function busy(): PlatformError {
  const message = 'Google Drive does not give the file at the moment; try again in a minute.';
  return new PlatformError('unavailable', 'account-files.busy', message);
}

export function visitorsOnly(): PlatformError {
  const message = 'This is for visitors of web apps: programs upload files to /v1/files/upload.';
  return new PlatformError('forbidden', 'account-files.visitors_only', message);
}
