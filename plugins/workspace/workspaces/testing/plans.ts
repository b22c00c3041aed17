/** For tests: the plans of the data file, with what a configuration would change. */
export { readPlans } from '#plugins/workspaces/plans.ts';
