import { isPlatformError } from '#kernel';
import { lockDataFolder } from '#plugins/database/data-folder-lock.ts';

/** A process of its own that takes the lock of the folder it is given and holds it until it is killed. */
const [, , home = ''] = process.argv;
try {
  await lockDataFolder(home);
  process.stdout.write('held\n');
} catch (error) {
  process.stdout.write(`${isPlatformError(error) ? error.code : String(error)}\n`);
}
setInterval(() => {}, 1_000);
