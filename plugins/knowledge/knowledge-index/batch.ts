/** Entries of one batch: a number is that of the batch × this, and the place in it. */
export const BATCH = 1_024;
