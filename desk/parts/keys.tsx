import { useEffect, useEffectEvent } from 'react'

/** What a key does, wherever the focus is, unless somebody writes or a dialog is open. */
export type Keys = Record<string, (event: KeyboardEvent) => void>

const SECOND_MS = 1_000

/** The keys of everything that is shown. What came last is asked first. */
const layers: (() => Keys)[] = []
let first = ''
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Listens for keys by their sign: `j`, `/`, `?`, and two after one another as `g q`. With Ctrl or Cmd it is `mod+k`, which
 * works while somebody writes, too.
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
  // Behind a dialog nothing is heard: what is meant for the one must not decide the other.
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
