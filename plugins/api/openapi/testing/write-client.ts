/** `npm run client`: writes the types of the client from the routes there are. */
import { writeFile } from 'node:fs/promises';
import { Routes } from '#http';
import { startTestKernel } from '#kernel/testing/test-kernel.ts';
import { generatedFiles } from './generated-files.ts';

const env = { PORT: '0', HOST: '127.0.0.1', WEFT_QUIET: 'true', WEFT_ENGINE_THREADS: '0' };
const kernel = await startTestKernel({ plugins: ['engine', 'http', 'plugins'], env });
try {
  for (const { file, text } of generatedFiles(kernel.contributions(Routes).all())) await writeFile(file, text);
} finally {
  await kernel.dispose();
}
