import type { ChatMessage } from '#plugins/models/contract.ts';
import { ThinkSplitter } from '#plugins/node-llm/contract.ts';
import type { AgentWork } from './agent-work.ts';
import { ReActReader } from './react-reader.ts';

/** What a model may not write itself. */
const STOP = 'Observation:';
const LAST_CALL = 'No more tools can be used. Give your Final Answer now, from what you know.';

/**
 * The model knows nothing of tools: it is told how to ask for one, and what it wrote is read. After the last round it is
 * asked for its answer.
 */
export async function reasonAndAct(work: AgentWork, drafts: readonly ChatMessage[]): Promise<void> {
  const { conversation, runner, maxIterations } = work;
  const messages = [...drafts];
  for (let position = 1; ; position += 1) {
    const isLast = position > maxIterations;
    work.isExhausted = isLast;
    if (isLast) messages.push({ role: 'user', content: LAST_CALL });
    const round = work.beginRound(position);
    const thought = round.beginThought();
    const reader = new ReActReader((delta) => work.answer.write(delta));
    const splitter = new ThinkSplitter(
      (text) => reader.push(text),
      () => {},
    );
    const said = await round.settle(
      thought,
      conversation.say(messages, { stop: [STOP], onText: (delta) => splitter.push(delta) }),
    );
    splitter.end();
    const turn = reader.end();
    const action = isLast ? null : turn.action;
    thought.succeed(
      {
        kind: 'thought',
        output: turn.thought,
        calls: action === null ? [] : [round.shown(action.name, action.input)],
      },
      said.usage,
    );
    if (action === null) {
      round.succeed([], said.usage);
      return;
    }
    const answers = await runner.run([{ name: action.name, arguments: action.input }], round.step);
    const written = `Thought: ${turn.thought}\nAction: ${action.name}\nAction Input: ${action.input}`;
    messages.push({ role: 'assistant', content: written });
    messages.push({ role: 'user', content: `${STOP} ${answers[0]?.output ?? ''}` });
    round.succeed(answers, said.usage);
  }
}
