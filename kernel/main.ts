import { builtInFolders } from './built-in-folders.ts';
import { runProcess } from './run-process.ts';

await runProcess(builtInFolders);
