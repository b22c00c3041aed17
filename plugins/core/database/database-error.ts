/**
 * What an error of the driver means for the one who retries. SQLSTATE classes are those of PostgreSQL's manual,
 * appendix A; both back ends give them.
 */
export type DatabaseFailure =
  /** The connection or the server is gone; whether a commit happened is not known. */
  | 'connection'
  /** The server is there but can't do it now: out of space, closed to connections, read-only after a failover. */
  | 'unavailable'
  /** Collided with another transaction; the same again will do. */
  | 'collision'
  /** The statement or its data is wrong; trying again changes nothing. */
  | 'rejected';

/** With these stand a cancelled statement and an internal error: worth another try, but not for ever. */
const collisions = new Set(['40001', '40P01', '55P03', '57014', 'XX000']);
const connectionCodes = new Set(['57P01', '57P02', '57P03', '57P05']);
/**
 * 55000 is what a database answers that takes no connections; of the class's other causes (a sequence not used yet, a
 * lock not held) none comes from our statements.
 */
const unavailableCodes = new Set(['25006', '55000', '58030']);
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'database.unavailable',
  'database.folder_failed',
]);
/** What `pg` throws without a code when the socket ends under a query. */
const connectionMessage =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|The database thread ended|timeout expired|Client was closed)/;

export function classifyDatabaseError(error: unknown): DatabaseFailure {
  if (!(error instanceof Error)) return 'rejected';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (socketCodes.has(code) || connectionCodes.has(code) || code.startsWith('08')) return 'connection';
  if (collisions.has(code)) return 'collision';
  if (unavailableCodes.has(code) || code.startsWith('53')) return 'unavailable';
  return code === '' && connectionMessage.test(error.message) ? 'connection' : 'rejected';
}

/** Whether a partitioned table has no part for a row. The name of the server's routine: its message may be in any language. */
export function isMissingPartition(error: unknown): boolean {
  const { code, routine } = error instanceof Error ? (error as { code?: unknown; routine?: unknown }) : {};
  return code === '23514' && routine === 'ExecFindPartition';
}

/** Whether it would fail again: the database, or the code that asked it, refuses just this. Otherwise it may be tried again. */
export function isRefusal(error: unknown): boolean {
  return classifyDatabaseError(error) === 'rejected';
}
