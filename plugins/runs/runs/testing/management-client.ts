import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestClient, testClient } from '#http/testing/client.ts';
import type { TestDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import type { ServerProcess } from './server-process.ts';

/** Whoever runs the server, in its first workspace. */
export async function managementClient(
  { address }: Pick<ServerProcess, 'address'>,
  { home }: Pick<TestDatabaseEnvironment, 'home'>,
): Promise<TestClient> {
  return testClient(address, (await readFile(join(home, 'management-token'), 'utf8')).trim());
}
