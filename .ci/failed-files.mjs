// Prints the test files that failed by Vitest's JSON report, one a line; none when it was not the tests that failed.
import { readFileSync } from 'node:fs';

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
for (const { name, status } of testResults) if (status === 'failed') process.stdout.write(`${name}\n`);
