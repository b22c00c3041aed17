import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { type Logger, PlatformError } from '#kernel';
import type { Notifications } from './contract.ts';

type Listener = (payload: string) => void;

const firstPauseMs = 100;
const longestPauseMs = 5_000;
/** PostgreSQL takes less than 8000 bytes. */
const maxBytes = 7_900;
const channelName = /^[a-z][a-z0-9_:]{0,62}$/;

/** Who listens to what, in this process. */
class Listeners {
  readonly #byChannel = new Map<string, Set<Listener>>();
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  get channels(): readonly string[] {
    return [...this.#byChannel.keys()];
  }

  /** Tells whether the channel is new. */
  add(channel: string, listener: Listener): boolean {
    const known = this.#byChannel.get(channel);
    if (known !== undefined) {
      known.add(listener);
      return false;
    }
    this.#byChannel.set(channel, new Set([listener]));
    return true;
  }

  /** A channel without listeners stays: listening costs nothing, and the next listener comes soon. */
  remove(channel: string, listener: Listener): void {
    this.#byChannel.get(channel)?.delete(listener);
  }

  tell(channel: string, payload: string): void {
    for (const listener of this.#byChannel.get(channel) ?? []) {
      try {
        listener(payload);
      } catch (error) {
        this.#logger.error({ err: error, channel }, 'A listener to database notifications failed');
      }
    }
  }
}

/** On the embedded database there is one process: what it sends, it receives. */
export class LocalNotifications implements Notifications {
  readonly #listeners: Listeners;

  constructor(logger: Logger) {
    this.#listeners = new Listeners(logger);
  }

  async send(channel: string, payload: string): Promise<void> {
    check(channel, payload);
    // As on a server, nobody is told within the sender's own turn.
    await Promise.resolve();
    this.#listeners.tell(channel, payload);
  }

  listen(channel: string, listener: Listener): () => void {
    check(channel, '');
    this.#listeners.add(channel, listener);
    return () => this.#listeners.remove(channel, listener);
  }

  async close(): Promise<void> {}
}

export interface ServerNotificationsOptions {
  /** Where to listen; null: nowhere, for behind a pooler that hands connections around nobody hears anything. */
  readonly url: Promise<string | null>;
  /** System session, for sending. */
  readonly db: Kysely<never>;
  readonly logger: Logger;
}

/**
 * LISTEN and NOTIFY of a PostgreSQL server, on one connection of its own that is opened with the first listener and
 * again whenever it is lost; what is sent meanwhile is not heard. Where it can't listen a process hears only itself.
 */
export class ServerNotifications implements Notifications {
  readonly #options: ServerNotificationsOptions;
  readonly #listeners: Listeners;
  #url: string | null | undefined;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #failures = 0;
  #work: Promise<void> = Promise.resolve();

  constructor(options: ServerNotificationsOptions) {
    this.#options = options;
    this.#listeners = new Listeners(options.logger);
    options.url.then(
      (url) => {
        this.#url = url;
        if (this.#listeners.channels.length > 0) this.#open();
      },
      // Whoever opens the database hears why it can't be.
      () => {},
    );
  }

  async send(channel: string, payload: string): Promise<void> {
    check(channel, payload);
    if (this.#url === null) this.#listeners.tell(channel, payload);
    await sql`select pg_notify(${channel}, ${payload})`.execute(this.#options.db);
  }

  listen(channel: string, listener: Listener): () => void {
    check(channel, '');
    if (this.#listeners.add(channel, listener)) this.#open();
    return () => this.#listeners.remove(channel, listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => {});
  }

  /** The first listener opens the connection, a later channel is added to it. */
  #open(): void {
    if (this.#isClosed || this.#timer !== undefined || typeof this.#url !== 'string') return;
    if (this.#client === undefined) this.#connect(this.#url);
    else this.#listenTo(this.#client);
  }

  #connect(url: string): void {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'weft notifications',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    this.#client = client;
    client.on('notification', ({ channel, payload }) => this.#listeners.tell(channel, payload ?? ''));
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    this.#work = client.connect().then(undefined, () => this.#lost(client));
    this.#listenTo(client);
  }

  /** One statement after the other: all channels again costs nothing. */
  #listenTo(client: pg.Client): void {
    this.#work = this.#work.then(async () => {
      if (this.#client !== client) return;
      try {
        await client.query(this.#listeners.channels.map((channel) => `listen "${channel}"`).join('; '));
        this.#failures = 0;
      } catch {
        this.#lost(client);
      }
    });
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.end().catch(() => {});
    const url = this.#url;
    if (this.#isClosed || typeof url !== 'string') return;
    if (this.#failures === 0) this.#options.logger.warn({}, 'The connection for notifications was lost');
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(this.#failures, 10));
    this.#failures += 1;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#connect(url);
      },
      pause / 2 + Math.random() * (pause / 2),
    );
    this.#timer.unref();
  }
}

function check(channel: string, payload: string): void {
  if (channelName.test(channel) && Buffer.byteLength(payload) <= maxBytes) return;
  const message = `A notification needs a channel like my_plugin_event and at most ${maxBytes} bytes; this one is on '${channel}'.`;
  throw new PlatformError('internal', 'database.invalid_notification', message);
}
