import { kept } from './local-setting.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const theme = kept<Theme>('theme', themes, 'system')

/** Sets the theme on the root element, from which all colours follow. */
export function applyTheme(): void {
  const chosen = theme.now()
  if (chosen === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = chosen
}
