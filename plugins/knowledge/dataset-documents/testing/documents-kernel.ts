import { startTestKernel, type TestKernel } from '#kernel/testing/test-kernel.ts';
import { testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';

/** What keeps documents, without what works on them: a test does that itself, step by step. */
export interface DocumentsKernel {
  readonly kernel: TestKernel;
  readonly workspaceId: string;
  /** The id of one more workspace. */
  otherWorkspace(): Promise<string>;
  dispose(): Promise<void>;
}

const knowledge = ['knowledge-index', 'external-knowledge', 'datasets', 'dataset-documents'].map(
  (id) => `plugins/knowledge/${id}`,
);
const below = ['core', 'workspace', 'runs', 'models'].map((group) => `plugins/${group}`);

export async function startDocumentsKernel(): Promise<DocumentsKernel> {
  const environment = await testDatabaseEnvironment();
  const kernel = await startTestKernel({
    plugins: ['engine', 'http', ...below, ...knowledge],
    home: environment.home,
    env: { ...environment.env, PORT: '0', HOST: '127.0.0.1', WEFT_QUIET: 'true' },
  }).catch(async (error: unknown) => {
    await environment.dispose();
    throw error;
  });
  const workspaces = kernel.resolve(Workspaces);
  const add = async () => (await workspaces.create({ name: 'W', plan: 'unlimited', ownerName: 'Ada' })).id;
  return {
    kernel,
    workspaceId: await add(),
    otherWorkspace: add,
    dispose: () => kernel.dispose().finally(() => environment.dispose()),
  };
}
