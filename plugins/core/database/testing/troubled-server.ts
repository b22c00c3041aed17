import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';

/** A PostgreSQL server behind a wire of ours, and what goes wrong with it under a running process. */
export interface TroubledServer {
  /** The database's address through the wire. */
  readonly url: string;
  /** The server ends every connection to the database, as it does when it restarts. */
  endConnections(): Promise<void>;
  /** The wire is cut: connections break, new ones are refused, until `mend`. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** `server`: address of an administrator; `url`: address of the database to trouble. */
export async function troubledServer(server: string, url: string): Promise<TroubledServer> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  const target = new URL(url);
  const name = target.pathname.slice(1);
  const wire = openWire(target.hostname, Number(target.port || 5432));
  const port = await wire.mend(0);
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  return {
    url: through.href,
    async endConnections() {
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    },
    cut: () => wire.cut(),
    async mend() {
      await wire.mend(port);
    },
    async close() {
      await wire.cut();
      await admin.end();
    },
  };
}

function openWire(host: string, port: number) {
  const sockets = new Set<Socket>();
  const listener = createServer((near) => {
    const far = connect(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  return {
    async mend(at: number): Promise<number> {
      listener.listen(at, '127.0.0.1');
      await once(listener, 'listening');
      const bound = listener.address();
      return typeof bound === 'object' && bound !== null ? bound.port : at;
    },
    async cut(): Promise<void> {
      if (!listener.listening) return;
      const closed = once(listener, 'close');
      listener.close();
      for (const socket of sockets) socket.resetAndDestroy();
      await closed;
    },
  };
}
