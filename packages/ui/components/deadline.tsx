import { useSyncExternalStore } from 'react'
import { useFormats } from '../i18n/format.ts'
import { defineMessages, useMessages } from '../i18n/language.ts'
import style from './deadline.module.css'
import { type TimeLeft, timeLeft } from './time-left.ts'

const told = defineMessages({
  'pt-BR': {
    left: (span: string) => `faltam ${span}`,
    over: (span: string) => `atrasado ${span}`,
    due: (moment: string) => `Prazo: ${moment} (horário de Brasília)`,
    now: 'menos de 1 min',
  },
  'en-US': {
    left: (span: string) => `${span} left`,
    over: (span: string) => `${span} overdue`,
    due: (moment: string) => `Due ${moment} (São Paulo time)`,
    now: 'less than 1 min',
  },
})

/** One timer for all deadlines of a page, every half minute. */
const TICK_MS = 30_000
let struck = Date.now()
const listeners = new Set<() => void>()
setInterval(() => {
  struck = Date.now()
  for (const listener of listeners) listener()
}, TICK_MS)
export const useNow = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => struck,
  )

/** The time left until a deadline, and its date. Red and amber repeat the text. */
export function Deadline({ at }: { at: string }) {
  const say = useMessages(told)
  const left = timeLeft(new Date(at), new Date(useNow()))
  const span = spanOf(left) || say.now
  return (
    <time dateTime={at} title={say.due(useFormats().moment(at))} className={`${style.deadline} ${style[left.urgency]}`}>
      {left.urgency === 'overdue' ? say.over(span) : say.left(span)}
    </time>
  )
}

/** The two largest units: minutes do not matter for a deadline in two days. */
function spanOf({ days, hours, minutes }: TimeLeft): string {
  const parts = [days && `${days} d`, hours && `${hours} h`, days === 0 && minutes && `${minutes} min`]
  return parts.filter(Boolean).join(' ')
}
