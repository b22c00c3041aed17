/** What offers the assistant, where it is offered. */
export { AssistantTool } from './assistant-tool.tsx';
export { DescribeOffer } from './describe-offer.tsx';
export { FixRunButton } from './fix-run-button.tsx';
export { WriteButton } from './write-button.tsx';
