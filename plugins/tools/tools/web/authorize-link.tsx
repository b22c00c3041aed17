import { Button, Dialog, LinkButton } from '#plugins/ui/web/contract.ts';
import { toolsTexts } from './texts/en.ts';

/** A page to be opened where somebody allows something. Its address comes from settings: only web addresses become links. */
export function AuthorizeLink({ url, onClose }: { readonly url: string; onClose(): void }) {
  const t = toolsTexts();
  const isWeb = ['https:', 'http:'].includes(URL.parse(url)?.protocol ?? '');
  return (
    <Dialog
      open
      title={t.authorize}
      onClose={onClose}
      actions={
        <>
          {isWeb && (
            <LinkButton href={url} target="_blank" rel="noopener noreferrer">
              {t.openPage}
            </LinkButton>
          )}
          <Button variant="primary" onClick={onClose}>
            {t.done}
          </Button>
        </>
      }
    >
      <p>{t.authorizeAbout}</p>
    </Dialog>
  );
}
