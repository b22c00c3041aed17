/** All that the commands call, in one place: they load it when they run. */
export { buildPackage, readDescription } from './build-package.ts';
export { callTool } from './call-tool.ts';
export { contractChecks } from './contract-checks.ts';
export { keyPath, makeKey, readKey, signatureOf } from './keys.ts';
export { makeProject } from './new-project.ts';
export { sdkAddress } from './sdk-address.ts';
export { runTestCases } from './test-cases.ts';
