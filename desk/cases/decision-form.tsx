import { type ReactNode, useRef, useState } from 'react'
import type { Outcome } from '../contract/client.ts'
import { isProblem } from '../contract/problem.ts'
import { useMay } from '../contract/queries.ts'
import type { Tone } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { KeyCap } from '../parts/key-cap.tsx'
import { useKeys } from '../parts/keys.tsx'
import { Refusal } from '../parts/notice.tsx'
import { ReasonField } from '../parts/reason-field.tsx'
import { useWords } from '../words/language.ts'
import style from './decision-form.module.css'
import { useCase } from './use-case.ts'
import { cases } from './words.ts'

export interface Verdict<Value extends string> {
  value: Value
  name: string
  /** What follows from it, in a few words. */
  about?: string
  tone: Tone
  /** Reasons that are often given for it. */
  atHand?: readonly string[]
}

interface Props<Value extends string> {
  verdicts: readonly Verdict<Value>[]
  /** Tells the desk, at the version that is shown. */
  decide: (value: Value, reason: string) => Promise<Outcome<unknown>>
  /** Who else reads the reason. */
  about?: string
  /** What else has to be said for this verdict. */
  more?: (value: Value) => ReactNode
  /** Whether what else has to be said is said. */
  isComplete?: (value: Value) => boolean
}

/** One of a few verdicts, for a reason. Numbers choose, Ctrl Enter decides. */
export function DecisionForm<Value extends string>(props: Props<Value>) {
  const { verdicts, decide, about, more, isComplete = () => true } = props
  const say = useWords(cases)
  const { hasChanged, isDecided } = useCase()
  const may = useMay('analyst')
  const form = useRef<HTMLFormElement>(null)
  const [value, setValue] = useState<Value>()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const chosen = verdicts.find((one) => one.value === value)
  const ready = chosen !== undefined && reason.trim() !== '' && isComplete(chosen.value)

  // Who chooses by a key goes on by keys: the reasons are next.
  const choose = (index: number) => {
    const radio = form.current?.querySelectorAll<HTMLInputElement>('[name="verdict"]')[index]
    radio?.focus()
    radio?.click()
  }
  const numbers = verdicts.map((_, index) => [String(index + 1), () => choose(index)] as const)
  useKeys(may ? { ...Object.fromEntries(numbers), 'mod+enter': () => form.current?.requestSubmit() } : {})
  if (!may) return <p className={style.only}>{say.onlyLook}</p>

  async function send({ value: verdict, name }: Verdict<Value>): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      isDecided(await decide(verdict, reason.trim()), name)
    } catch (thrown) {
      if (isProblem(thrown, 'CASE_CHANGED')) {
        setValue(undefined)
        hasChanged()
      } else setError(thrown)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready && !busy) void send(chosen)
      }}
    >
      <fieldset className={style.verdicts}>
        <legend className={style.legend}>{say.verdict}</legend>
        {verdicts.map((verdict, index) => (
          <label key={verdict.value} className={`${style.verdict} ${style[verdict.tone]}`}>
            <input
              type="radio"
              name="verdict"
              value={verdict.value}
              checked={verdict.value === value}
              onChange={() => setValue(verdict.value)}
            />
            <span className={style.words}>
              <span className={style.name}>{verdict.name}</span>
              {verdict.about && <span className={style.about}>{verdict.about}</span>}
            </span>
            <KeyCap>{String(index + 1)}</KeyCap>
          </label>
        ))}
      </fieldset>
      {chosen && more?.(chosen.value)}
      <ReasonField label={say.reason} value={reason} onChange={setReason} atHand={chosen?.atHand ?? []} />
      {about && <p className={style.about}>{about}</p>}
      {error !== undefined && <Refusal error={error} />}
      <Button
        type="submit"
        look={chosen?.tone === 'bad' ? 'grave' : 'first'}
        shortcut="Ctrl ↵"
        busy={busy}
        disabled={!ready}
      >
        {chosen?.name ?? say.decide}
      </Button>
    </form>
  )
}
