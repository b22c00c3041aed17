import { allowedActions } from '#plugins/studio/web/sections/allowed-actions.ts';
import { signOut } from '#plugins/studio/web/session/sign-out.ts';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { currentTheme, Menu, navigate, setTheme } from '#plugins/ui/web/contract.ts';
import { CircleHelp, LogOut, Moon, Person } from '#plugins/ui/web/icons.tsx';

/** Who one is. */
export function AccountMenu() {
  const t = studioTexts();
  return (
    <Menu
      label={t.account}
      items={[
        { label: t.accountGroup, icon: <Person />, onSelect: () => navigate('/account/profile') },
        ...allowedActions().flatMap(({ menuIcon, label, run }) =>
          menuIcon === undefined ? [] : [{ label: label(), icon: menuIcon, onSelect: run }],
        ),
        { label: t.documentation, icon: <CircleHelp />, onSelect: () => void open('/docs', '_blank', 'noreferrer') },
        { label: t.theme, icon: <Moon />, onSelect: switchTheme },
        { label: t.signOut, icon: <LogOut />, onSelect: () => void signOut() },
      ]}
    >
      <Person />
    </Menu>
  );
}

/** To the other of light and dark. */
function switchTheme(): void {
  const now = currentTheme();
  const isDark = now === 'dark' || (now === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  setTheme(isDark ? 'light' : 'dark');
}
