import { Toast as Primitive } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import type { Variant } from './badge.tsx'
import { Icon } from './icon.tsx'
import style from './toast.module.css'

interface ToastMessage {
  id: number
  text: string
  tone: Variant
}

const SHOWN_MS = 5_000
const listeners = new Set<() => void>()
let told: ToastMessage[] = []
let last = 0

function change(next: ToastMessage[]): void {
  told = next
  for (const listener of listeners) listener()
}

/** A toast reports that something is done. What needs an action is shown in a notice instead. */
export function tell(text: string, tone: Variant = 'good'): void {
  last += 1
  change([...told.slice(-2), { id: last, text, tone }])
}

export function Toasts({ label }: { label: string }) {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => told,
  )
  return (
    <Primitive.Provider duration={SHOWN_MS} label={label}>
      {shown.map(({ id, text, tone }) => (
        <Primitive.Root
          key={id}
          className={style.toast}
          onOpenChange={(open) => open || change(told.filter((one) => one.id !== id))}
        >
          <span className={style[tone]}>
            <Icon name={tone === 'bad' || tone === 'warn' ? 'warning' : 'check'} />
          </span>
          <Primitive.Description>{text}</Primitive.Description>
        </Primitive.Root>
      ))}
      <Primitive.Viewport className={style.place} label={`${label} ({hotkey})`} />
    </Primitive.Provider>
  )
}
