import { PlatformError } from '#kernel';

/** Where the server listens. */
export interface ListeningPlace {
  /** Empty: all interfaces. */
  readonly host: string;
  readonly port: number;
}

/** Why a server could not listen there. */
export function cannotListen({ host, port }: ListeningPlace, cause: NodeJS.ErrnoException): PlatformError {
  const place = `${host === '' ? 'port' : `${host}, port`} ${port}`;
  if (cause.code === 'EADDRINUSE') {
    const message = `Another program already listens on ${place}; stop it, or set PORT to a free port`;
    return new PlatformError('unavailable', 'http.port_in_use', message, { cause });
  }
  const message = `The server cannot listen on ${place} (${cause.code ?? cause.message}); check HOST and PORT`;
  return new PlatformError('unavailable', 'http.cannot_listen', message, { cause });
}
