/** What pages of the installation are made of. */
export { changedHere, operator, useOperator } from './operator.ts';
export { OperatorFrame } from './operator-frame.tsx';
