import type { IconName } from '../components/icon.tsx'

/** A page in the navigation, with its label in the current language. */
export interface NavigationTarget {
  name: string
  icon: IconName
  /** The key after g. */
  key: string
  go: () => void
}
