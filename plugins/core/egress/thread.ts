import type { EgressClient, EgressSettings } from './client.ts';
import { openLater } from './open-later.ts';

/** Milliseconds a new thread has to itself: it says that it is ready before it loads what the first call needs. */
const SOON = 100;

/** The client of an engine thread. */
export function create(settings: unknown): EgressClient {
  const client = openLater(settings as EgressSettings);
  setTimeout(() => void client.open(), SOON).unref();
  return client;
}
