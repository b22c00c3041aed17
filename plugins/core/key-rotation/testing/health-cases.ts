import { healthCase } from '#kernel/testing/health-case.ts';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { KeyCheck } from '#plugins/key-rotation/key-check.ts';
import type { KeyRing } from '#plugins/secrets/contract.ts';

const ring: KeyRing = {
  isNew: false,
  place: 'file',
  current: 'ours',
  previous: [],
  places: ['WEFT_SECRET_KEY (not set)'],
  withdraw: async () => {},
  renew: async () => {},
  forget: async () => {},
};

function check(recorded: string[]) {
  const store = {
    recorded: async () => recorded,
    join: async () => recorded,
    alive: async () => [],
    strike: async () => {},
    hasSealed: async () => true,
  };
  const columns = { all: () => [], get: () => undefined, onChange: () => () => {} };
  return new KeyCheck({ store, ring, columns, lostKeys: [], logger: silentLogger }).healthCheck;
}

export const healthCases = [
  healthCase(check, ['ours'], { 'one is missing': ['ours', 'theirs'], 'all are missing': ['theirs'] }),
];
