/** The time tools, for tests of those who use tools. */
export { timeTools } from '#plugins/tool-time/tools.ts';
