import { useState } from 'react'
import { useKeys } from '../components/use-shortcuts.tsx'
import { type KeyGroup, KeyList } from './key-list.tsx'
import { Palette } from './palette.tsx'
import type { NavigationTarget } from './place.ts'

/** Keyboard commands of the layout on every page: navigation by g, the palette, and the list of keys. */
export function useCommanding(places: NavigationTarget[], groups: KeyGroup[]) {
  const [open, setOpen] = useState<'keys' | 'palette' | undefined>()
  const openKeys = () => setOpen('keys')
  const openPalette = () => setOpen('palette')
  const onClose = () => setOpen(undefined)
  useKeys({
    ...Object.fromEntries(places.map(({ key, go }) => [`g ${key}`, go])),
    '?': openKeys,
    'mod+k': openPalette,
  })
  return {
    openKeys,
    openPalette,
    dialogs: (
      <>
        <KeyList open={open === 'keys'} onClose={onClose} places={places} groups={groups} />
        <Palette open={open === 'palette'} onClose={onClose} openKeys={openKeys} places={places} />
      </>
    ),
  }
}
