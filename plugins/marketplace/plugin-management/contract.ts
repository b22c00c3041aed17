/** What plugins may do, in words of a command line: for other commands that ask whether they may. */
export { permissionLines } from './commands/parts/permission-words.ts';
