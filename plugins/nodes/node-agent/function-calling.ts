import type { ChatMessage } from '#plugins/models/contract.ts';
import type { AgentWork } from './agent-work.ts';
import { definitionOf } from './tool-box.ts';
import { soundArguments } from './written-arguments.ts';

/**
 * The model's server knows tools: it answers with calls, and reads what they gave. After the last round it is asked once
 * more, and may call none of them, for an answer from what it has.
 */
export async function callFunctions(work: AgentWork, drafts: readonly ChatMessage[]): Promise<void> {
  const { conversation, runner, maxIterations } = work;
  const definitions = work.tools.map(definitionOf);
  const messages = [...drafts];
  for (let position = 1; ; position += 1) {
    const isLast = position > maxIterations;
    work.isExhausted = isLast;
    const round = work.beginRound(position);
    const thought = round.beginThought();
    const said = await round.settle(
      thought,
      conversation.say(messages, {
        // Some servers read messages of calls only where the tools are named.
        tools: definitions,
        ...(isLast ? { toolChoice: 'none' } : {}),
        onText: (delta) => work.answer.write(delta),
      }),
    );
    const calls = isLast ? [] : said.calls;
    thought.succeed(
      {
        kind: 'thought',
        output: said.text,
        calls: calls.map((call) => round.shown(call.name, call.arguments)),
      },
      said.usage,
    );
    if (calls.length === 0) {
      round.succeed([], said.usage);
      return;
    }
    work.answer.separate();
    const answers = await runner.run(calls, round.step);
    const toolCalls = calls.map((call) => ({ ...call, arguments: soundArguments(call.arguments) }));
    const opaque = said.opaque.length === 0 ? {} : { opaque: said.opaque };
    messages.push({ role: 'assistant', content: said.text, toolCalls, ...opaque });
    for (const [index, call] of calls.entries()) {
      messages.push({ role: 'tool', toolCallId: call.id, content: answers[index]?.output ?? '' });
    }
    round.succeed(answers, said.usage);
  }
}
