/** For PGlite in tests: what is taken at each start is a third of its work, and databases of tests are small. */
export const bufferMb = 4;
