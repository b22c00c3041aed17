import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Home } from './home.ts';
import { KernelInfo } from './kernel-info.ts';
import type { AppScope } from './scope.ts';

/** Provides `KernelInfo` from a scope of the kernel's own: opened first, it closes last. */
export async function provideKernelInfo(
  app: AppScope,
  home: Home,
  views: Pick<KernelInfo, 'report' | 'effectiveConfig' | 'isStarting' | 'isStopping'>,
): Promise<void> {
  const info: KernelInfo = {
    home: home.path,
    version: await readVersion(),
    instanceId: home.instanceId,
    bootId: randomUUID(),
    startedAt: Date.now(),
    ...views,
  };
  app.open('kernel').provide(KernelInfo, () => info);
}

async function readVersion(): Promise<string> {
  const description: { version: string } = JSON.parse(
    await readFile(new URL('../package.json', import.meta.url), 'utf8'),
  );
  return description.version;
}
