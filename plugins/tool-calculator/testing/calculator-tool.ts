/** The calculator, for tests of those who use tools. */
export { calculator } from '../calculator.ts';
