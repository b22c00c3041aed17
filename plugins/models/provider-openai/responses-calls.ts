import { isMapping } from '#engine';
import type { ToolCall } from '#plugins/models/contract.ts';

/** An item of an answer that the caller has to carry out. */
export interface ItemCalls {
  readonly calls: readonly ToolCall[];
  /** The answer ends for them, not by itself. */
  readonly isAwaited: boolean;
}

type Item = Readonly<Record<string, unknown>>;

const NONE: ItemCalls = { calls: [], isAwaited: false };

/**
 * Calls in an item of a Responses answer. Besides functions: tools of the service that run at the caller's (custom
 * tools, shell, patches); what the service runs itself is none.
 */
export function callsOf(item: Item, tools: readonly string[]): ItemCalls {
  switch (item.type) {
    case 'function_call': {
      const call = callOf(item, String(item.name), typeof item.arguments === 'string' ? item.arguments : '');
      return { calls: unwrapped(call, tools), isAwaited: true };
    }
    case 'custom_tool_call':
      // Searches that xAI runs itself.
      if (String(item.call_id).startsWith('xs_call_')) return NONE;
      return one(item, String(item.name), item.input, true);
    case 'apply_patch_call':
      if (item.status !== 'completed') return NONE;
      return one(item, 'apply_patch', { callId: item.call_id, operation: item.operation }, true);
    case 'local_shell_call':
      return one(item, 'local_shell', { action: localShellAction(item.action) }, false);
    case 'shell_call':
      return one(item, 'shell', { action: shellAction(item.action) }, false);
    case 'tool_search_call':
      if (item.execution !== 'client') return NONE;
      return one(item, 'tool_search', { arguments: item.arguments, call_id: item.call_id ?? item.id }, false);
    default:
      return NONE;
  }
}

function one(item: Item, name: string, input: unknown, isAwaited: boolean): ItemCalls {
  return { calls: [callOf(item, name, JSON.stringify(input) ?? '{}')], isAwaited };
}

function callOf(item: Item, name: string, text: string): ToolCall {
  const id = typeof item.call_id === 'string' ? item.call_id : String(item.id);
  return { id, name, arguments: text.trim() === '' ? '{}' : text };
}

function localShellAction(action: unknown): unknown {
  if (!isMapping(action)) return {};
  const { command, timeout_ms: timeoutMs, user, working_directory: workingDirectory, env } = action;
  return { type: 'exec', command, timeoutMs, user, workingDirectory, env };
}

function shellAction(action: unknown): unknown {
  if (!isMapping(action)) return {};
  const { commands, timeout_ms: timeoutMs, max_output_length: maxOutputLength } = action;
  return { commands, timeoutMs: timeoutMs ?? undefined, maxOutputLength: maxOutputLength ?? undefined };
}

/** Some models write several calls into one of a function `parallel` that nobody has declared. */
function unwrapped(call: ToolCall, tools: readonly string[]): readonly ToolCall[] {
  if (call.name !== 'parallel' || tools.includes('parallel')) return [call];
  const uses = toolUsesOf(call.arguments);
  const inner = uses.flatMap((use, index) => {
    const name = isMapping(use) && typeof use.recipient_name === 'string' ? use.recipient_name : '';
    const tool = name.startsWith('functions.') ? name.slice('functions.'.length) : '';
    if (!isMapping(use) || !isMapping(use.parameters) || !tools.includes(tool)) return [];
    return [{ id: `${call.id}_${index}`, name: tool, arguments: JSON.stringify(use.parameters) }];
  });
  return inner.length > 0 && inner.length === uses.length ? inner : [call];
}

function toolUsesOf(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return isMapping(value) && Array.isArray(value.tool_uses) ? value.tool_uses : [];
  } catch {
    return [];
  }
}
