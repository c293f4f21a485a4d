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

interface Asked<Value extends string> {
  verdicts: readonly Verdict<Value>[]
  /** Who else reads the reason. */
  about?: string
  /** What else has to be said for this verdict. */
  more?: (value: Value) => ReactNode
  /** Whether what else has to be said is said. */
  isComplete?: (value: Value) => boolean
}

interface Props<Value extends string> extends Asked<Value> {
  /** Tells the desk, at the version that is shown. */
  decide: (value: Value, reason: string) => Promise<Outcome<unknown>>
}

/** What is decided about the case in hand, by whoever may. */
export function DecisionForm<Value extends string>({ decide, ...asked }: Props<Value>) {
  const say = useWords(cases)
  const { hasChanged, isDecided } = useCase()
  const may = useMay('analyst')
  if (!may) return <p className={style.only}>{say.onlyLook}</p>

  async function send({ value, name }: Verdict<Value>, reason: string): Promise<void> {
    try {
      isDecided(await decide(value, reason), name)
    } catch (thrown) {
      if (!isProblem(thrown, 'CASE_CHANGED')) throw thrown
      hasChanged()
    }
  }
  return <VerdictForm {...asked} send={send} />
}

interface Sent<Value extends string> extends Asked<Value> {
  /** Tells the desk. What it refuses is said, and can be sent again. */
  send: (verdict: Verdict<Value>, reason: string) => Promise<void>
}

/** One of a few verdicts, for a reason. Numbers choose, Ctrl Enter decides. */
export function VerdictForm<Value extends string>(props: Sent<Value>) {
  const { verdicts, send, about, more, isComplete = () => true } = props
  const say = useWords(cases)
  const form = useRef<HTMLFormElement>(null)
  const [value, setValue] = useState<Value>()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const chosen = verdicts.find((one) => one.value === value)
  const ready = chosen !== undefined && reason.trim() !== '' && isComplete(chosen.value)

  const numbers = verdicts.map((verdict, index) => [String(index + 1), () => setValue(verdict.value)] as const)
  useKeys({ ...Object.fromEntries(numbers), 'mod+enter': () => form.current?.requestSubmit() })

  async function decide(verdict: Verdict<Value>): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      await send(verdict, reason.trim())
      setValue(undefined)
    } catch (thrown) {
      setError(thrown)
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
        if (ready && !busy) void decide(chosen)
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
