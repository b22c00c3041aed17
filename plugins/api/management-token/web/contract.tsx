/** What pages of the installation are made of. */
export { operator, useOperator } from './operator.ts';
export { OperatorFrame } from './operator-frame.tsx';
