/** What plugins are written, tried and packed with: the commands, for the command line that is packed with them. */
export { commands as sdkCommands } from './commands/plugin-writing.ts';
