/** The time tools, for tests of those who use tools. */
export { timeTools } from '../tools.ts';
