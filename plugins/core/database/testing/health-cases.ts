import { forgetReferenceTime, type HealthCheck, monotonicTime, setReferenceTime } from '#kernel';
import { healthCase } from '#kernel/testing/health-case.ts';
import { clockHealthCheck } from '#plugins/database/clock-watch.ts';
import { databaseHealthCheck, serverVersionFinding, versionHealthCheck } from '#plugins/database/health-check.ts';
import { isolationHealthCheck, type OpenTable } from '#plugins/database/isolation-check.ts';
import { poolerHealthCheck } from '#plugins/database/pooler.ts';

const answers = async () => {};
const isAway = async () => {
  throw new Error('ECONNREFUSED');
};
const database = { kind: 'postgres' } as const;
const newer = { names: ['runs/9999-x'], version: '2.0.0', canWrite: true };

/** While it looks, the database's clock is so many milliseconds ahead. */
function clockAhead(ahead: number): HealthCheck {
  const check = clockHealthCheck({ compareClocks: answers });
  return {
    ...check,
    async check(signal) {
      const owner = {};
      setReferenceTime(owner, Date.now() + ahead, monotonicTime());
      try {
        return await check.check(signal);
      } finally {
        forgetReferenceTime(owner);
      }
    },
  };
}

const serverVersion = (version: string): HealthCheck => ({
  id: 'database.server_version',
  title: 'Version of PostgreSQL',
  check: async () => serverVersionFinding(version),
});

const open = (...tables: OpenTable[]) => isolationHealthCheck(async () => tables);

export const healthCases = [
  healthCase(
    databaseHealthCheck,
    { database, compareClocks: answers },
    {
      'it is away': { database, compareClocks: isAway },
      'it is embedded': { database: { kind: 'pglite' }, compareClocks: isAway },
    },
  ),
  healthCase(clockAhead, 0, { 'it is ahead': 86_400_000, 'it is behind': -86_400_000 }),
  healthCase(serverVersion, '17.2 (Debian 17.2-1)', { 'it is old': '14.9' }),
  healthCase(
    (found: typeof newer | null) => versionHealthCheck({ newer: found }, '1.0.0', { allowNewer: false }),
    null,
    { 'it can be written': newer, 'it can not': { ...newer, canWrite: false } },
  ),
  healthCase((canListen: boolean) => poolerHealthCheck({ pooler: 'transaction', canListen }), true, {
    'nothing is heard': false,
  }),
  healthCase((tables: readonly OpenTable[]) => open(...tables), [], {
    'ours are open': [{ name: 'runs', isOurs: true }],
    'others share it': [{ name: 'Odd "one"', isOurs: false }],
  }),
];
