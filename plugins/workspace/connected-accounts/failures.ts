import { PlatformError } from '#kernel';

export function noAccount(): PlatformError {
  const message = 'There is no such connected account in this workspace: list them with weft accounts list.';
  return new PlatformError('not-found', 'connected-accounts.not_found', message);
}

export function notAllowed(what: string): PlatformError {
  return new PlatformError('forbidden', 'connected-accounts.not_allowed', what);
}

export function missingCapability(label: string, title: string): PlatformError {
  const message = `${label} has not allowed this: ${title}. Connect it again under Integrations, and leave that ticked.`;
  return new PlatformError('conflict', 'connected-accounts.missing_capability', message);
}

export function broken(label: string, reason: string): PlatformError {
  const message = `${label} does not work any more: ${reason}. Reconnect it under Integrations.`;
  return new PlatformError('conflict', 'connected-accounts.broken', message);
}

export function attemptOver(): PlatformError {
  const message = 'This was not begun in this browser, took too long, or is over; begin again.';
  return new PlatformError('invalid', 'connected-accounts.attempt_over', message);
}

export function refused(provider: string, reason: string): PlatformError {
  return new PlatformError(
    'invalid',
    'connected-accounts.refused',
    `${provider} did not connect the account: ${reason}.`,
  );
}

export function foreignAddress(host: string): PlatformError {
  const message = `Requests of this account go to its own service over https, and to nobody else; ${host} is not it.`;
  return new PlatformError('forbidden', 'connected-accounts.foreign_address', message);
}

export function unavailable(provider: string): PlatformError {
  const message = `${provider} can't be asked at the moment; try again in a few minutes.`;
  return new PlatformError('unavailable', 'connected-accounts.unavailable', message);
}

export function notSetUp(provider: string): PlatformError {
  const message = `${provider} is not set up: it needs a client id and secret. Who runs this installation sets them, or an admin does for this workspace under Integrations.`;
  return new PlatformError('conflict', 'connected-accounts.not_set_up', message);
}

export function unknownProvider(): PlatformError {
  const message = 'There is no such service, or it has not what was asked for: weft accounts services lists them.';
  return new PlatformError('invalid', 'connected-accounts.unknown_provider', message, { field: 'provider' });
}

export function inUse(names: readonly string[]): PlatformError {
  const message = `These work with the account, and would stand still: ${names.slice(0, 10).join(', ')}. Confirm to disconnect it all the same.`;
  return new PlatformError('conflict', 'connected-accounts.in_use', message);
}

export function noDeviceFlow(provider: string): PlatformError {
  const message = `${provider} gives no codes to type for this: connect it in a browser, under Integrations.`;
  return new PlatformError('invalid', 'connected-accounts.no_device_flow', message, { field: 'service' });
}

export function noClient(): PlatformError {
  const message = 'This workspace has no client of its own for that service.';
  return new PlatformError('not-found', 'connected-accounts.no_client', message);
}
