export default {
  tools: {
    async wecom_group_bot({ arguments: given }, host) {
      const kind = given.message_type === 'markdown' ? 'markdown' : 'text';
      const people = String(given.mentioned_list ?? '')
        .split(',')
        .map((id) => id.trim())
        .filter((id) => id !== '');
      const content = String(given.content);
      const message = kind === 'text' ? { content, ...(people.length > 0 && { mentioned_list: people }) } : { content };
      // Without a key of its own the server puts the one of the settings in.
      const key = given.hook_key ? `?key=${encodeURIComponent(given.hook_key)}` : '';
      const answer = await fetch(`https://qyapi.weixin.qq.com/cgi-bin/webhook/send${key}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ msgtype: kind, [kind]: message }),
      });
      const { errcode = answer.status, errmsg = 'no reason given' } = await answer.json().catch(() => ({}));
      if (!answer.ok || errcode !== 0)
        throw host.error('failed', `WeCom did not take the message (${errcode}): ${errmsg}`);
      return { text: 'The message was sent.' };
    },
  },
};
