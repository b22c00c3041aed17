import { useState } from 'react';
import { Monitor, Moon, Sun } from '#plugins/ui/web/icons.tsx';
import { uiTexts } from '#plugins/ui/web/texts/en.ts';
import { currentTheme, setTheme, type Theme } from '#plugins/ui/web/theme.ts';
import { Menu } from './menu.tsx';

/** Light, dark, or as the system has it. */
export function ThemeSwitch() {
  const t = uiTexts();
  const [theme, show] = useState(currentTheme);
  const item = (name: Theme, label: string, icon: React.ReactNode) => ({
    label,
    icon,
    checked: theme === name,
    onSelect: () => {
      setTheme(name);
      show(name);
    },
  });
  return (
    <Menu
      label={t.theme}
      items={[
        item('light', t.themeLight, <Sun />),
        item('dark', t.themeDark, <Moon />),
        item('system', t.themeSystem, <Monitor />),
      ]}
    >
      {theme === 'light' ? <Sun /> : theme === 'dark' ? <Moon /> : <Monitor />}
    </Menu>
  );
}
