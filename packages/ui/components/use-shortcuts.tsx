import { useEffect, useEffectEvent } from 'react'

/** A keyboard shortcut, active wherever the focus is, unless a text field or a dialog has it. */
export type Keys = Record<string, (event: KeyboardEvent) => void>

const SECOND_MS = 1_000

/** The shortcuts of everything displayed. The last registered one is tried first. */
const layers: (() => Keys)[] = []
let first = ''
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Keyboard listener by character: `j`, `/`, `?`, and sequences such as `g q`. With Ctrl or Cmd it is `mod+k`, which also
 * works in text fields.
 */
export function useKeys(keys: Keys): void {
  const now = useEffectEvent(() => keys)
  useEffect(() => {
    const layer = () => now()
    layers.unshift(layer)
    return () => void layers.splice(layers.indexOf(layer), 1)
  }, [])
}

addEventListener('keydown', (event) => {
  const withMod = event.ctrlKey || event.metaKey
  if (event.altKey || event.defaultPrevented || event.isComposing) return
  // Behind a dialog shortcuts are off, so that a key for the dialog does not decide the page behind it.
  if (hasDialog() || (!withMod && isWriting(event.target))) return
  const sign = withMod ? `mod+${event.key.toLowerCase()}` : event.key
  const name = first ? `${first} ${sign}` : sign
  clearTimeout(timer)
  first = ''
  const all = layers.map((layer) => layer())
  const act = all.map((keys) => keys[name]).find((found) => found !== undefined)
  if (act) {
    event.preventDefault()
    act(event)
  } else if (all.some((keys) => Object.keys(keys).some((key) => key.startsWith(`${sign} `)))) {
    first = sign
    timer = setTimeout(() => {
      first = ''
    }, SECOND_MS)
  }
})

const hasDialog = () => document.querySelector('[role="dialog"]') !== null

function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  return (
    target.closest('input:not([type="radio"], [type="range"]), textarea, select, [contenteditable], [role="menu"]') !==
    null
  )
}
