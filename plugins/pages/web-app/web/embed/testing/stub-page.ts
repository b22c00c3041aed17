import { parentLink } from '#plugins/web-app/web/embed/parent-link.ts';
import type { Order, Wishes } from '#plugins/web-app/web/embed/protocol.ts';

/** A page for frames that only notes what it is told, and answers what is sent. */
const { origins } = JSON.parse(document.getElementById('page-data')?.textContent ?? '{}') as {
  readonly origins: readonly string[];
};
const heard: Order[] = [];
const link = parentLink(origins);

declare global {
  interface Window {
    heard: readonly Order[];
    wishes: Wishes | null;
    link: typeof link;
  }
}

window.heard = heard;
window.wishes = null;
window.link = link;
link?.wishes.then((wishes) => {
  window.wishes = wishes;
});
link?.onOrder((order) => {
  heard.push(order);
  if (order.type === 'open') document.querySelector('input')?.focus();
  if (order.type !== 'send') return;
  link.tell({ type: 'message', text: order.text, conversation_id: 'c1' });
  link.tell({ type: 'answer-finished', conversation_id: 'c1', message_id: 'm1' });
});
