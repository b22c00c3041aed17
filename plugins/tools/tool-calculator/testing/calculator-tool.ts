/** The calculator, for tests of those who use tools. */
export { calculator } from '#plugins/tool-calculator/calculator.ts';
