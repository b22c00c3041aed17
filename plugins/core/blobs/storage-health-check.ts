import { type HealthCheck, type HealthFinding, isPlatformError, lookAtFolder } from '#kernel';
import type { BlobStore } from './contract.ts';

const terms = {
  unusable: { code: 'blobs.unavailable' },
  littleSpace: { code: 'blobs.little_space' },
  setting: 'WEFT_BLOBS_FOLDER',
};

/** Whether the store that new files are written to can be used, and has space where that can be told. */
export function storageHealthCheck(current: () => BlobStore): HealthCheck {
  return {
    id: 'blobs',
    title: 'Storage of files',
    isRequired: true,
    async check(signal) {
      try {
        const store = current();
        await store.check(signal);
        if (store.folder !== undefined) return servingFrom(await lookAtFolder(store.folder, terms));
        return { state: 'ok', summary: `The store \`${store.id}\` can be used.`, facts: { store: store.id } };
      } catch (error) {
        if (!isPlatformError(error)) throw error;
        const next =
          'Make the folder of files writable and free some space (WEFT_BLOBS_FOLDER), or correct the settings of the bucket (WEFT_BLOBS_STORE, WEFT_S3_*).';
        return { state: 'failed', code: error.code, summary: error.message, next };
      }
    },
  };
}

/** A server whose disk is full still reads. */
function servingFrom(finding: HealthFinding): HealthFinding {
  return finding.state === 'failed' && finding.code === terms.littleSpace.code
    ? { ...finding, state: 'warning' }
    : finding;
}
