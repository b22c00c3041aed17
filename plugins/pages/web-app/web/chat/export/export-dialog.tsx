import { useState } from 'react';
import { Button, Dialog, Notice } from '#plugins/ui/web/contract.ts';
import type { ChatApi, ConversationItem } from '#plugins/web-app/web/chat/chat-api.ts';
import { useChat } from '#plugins/web-app/web/chat/chat-context.ts';
import { chatTexts } from '#plugins/web-app/web/chat/texts/en.ts';
import { saveText } from '#plugins/web-app/web/workflow/save-file.ts';
import styles from './export.module.css';
import { fileNameOf, jsonOf, markdownOf } from './export-texts.ts';
import { PrintView } from './print-view.tsx';
import { readConversation, type WholeConversation } from './read-conversation.ts';

interface ExportProps {
  readonly item: ConversationItem;
  readonly chat: ChatApi;
  onClose(): void;
}

/** Gives a conversation to the one who had it: as a file, or to the printer, which makes PDFs too. */
export function ExportDialog({ item, chat, onClose }: ExportProps) {
  const { site } = useChat();
  const t = chatTexts();
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, fail] = useState(false);
  const [printed, print] = useState<WholeConversation | null>(null);
  const take = (use: (whole: WholeConversation) => void) => {
    setBusy(true);
    fail(false);
    readConversation(chat, item, site.title).then(use, () => {
      setBusy(false);
      fail(true);
    });
  };
  const save = (whole: WholeConversation, text: string, [ending, type]: readonly [string, string]) => {
    saveText(text, fileNameOf(whole, ending), type);
    onClose();
  };
  return (
    <Dialog open title={t.exportOf} onClose={onClose}>
      <p className={styles.name} dir="auto">
        {item.name}
      </p>
      {hasFailed && <Notice>{t.exportFailed}</Notice>}
      <div className={styles.choices}>
        <Button
          disabled={isBusy}
          onClick={() => take((whole) => save(whole, markdownOf(whole), ['md', 'text/markdown']))}
        >
          {t.asMarkdown}
        </Button>
        <Button
          disabled={isBusy}
          onClick={() => take((whole) => save(whole, jsonOf(whole), ['json', 'application/json']))}
        >
          JSON
        </Button>
        <Button disabled={isBusy} onClick={() => take(print)}>
          {t.printOrPdf}
        </Button>
      </div>
      {printed !== null && <PrintView conversation={printed} onPrinted={onClose} />}
    </Dialog>
  );
}
