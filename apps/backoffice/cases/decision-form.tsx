import { isProblem } from '@eclusa/ui/api/problem.ts'
import { Button } from '@eclusa/ui/components/button.tsx'
import { ConfirmDialog } from '@eclusa/ui/components/dialog-form.tsx'
import { KeyCap } from '@eclusa/ui/components/key-cap.tsx'
import { Notice, Refusal } from '@eclusa/ui/components/notice.tsx'
import { ReasonField } from '@eclusa/ui/components/reason-field.tsx'
import { useKeys } from '@eclusa/ui/components/use-shortcuts.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { type ReactNode, useRef, useState } from 'react'
import type { DecisionOutcome } from '../api/client.ts'
import { useMay, useMe } from '../api/queries.ts'
import { type Colleague, colleagueOf, holderIn } from './colleague.ts'
import { type Checked, contradicted } from './contradiction.ts'
import style from './decision-form.module.css'
import { cases } from './messages.ts'
import { useCase } from './use-case.ts'
import { type DecidedKind, type Effect, effects, optionsOf, type VerdictOf } from './verdicts.ts'

interface DecisionFields<Value extends string> {
  /** The readers of the reason. */
  about?: string
  /** Further fields for this decision. */
  more?: (value: Value) => ReactNode
  /** Whether the further fields are complete. */
  isComplete?: (value: Value) => boolean
}

/** Data sent with every decision. */
export interface DecisionInput {
  reason: string
  /** The colleague whose case is decided. */
  taken_from?: string
}

interface CaseDecisionFormProps<Kind extends DecidedKind, Fact extends string> extends DecisionFields<VerdictOf<Kind>> {
  /** The kind of case, which determines the options and their keys. */
  kind: Kind
  words: Record<VerdictOf<Kind>, { name: string; about: string }>
  /** Frequent reasons for each decision, by name. */
  atHand: Record<VerdictOf<Kind>, Record<string, string>>
  checked: Checked<Fact>
  /** Options that no person can choose for this case: they are hidden, and the others keep their keys. */
  withheld?: VerdictOf<Kind>
  /** Sends the decision, at the displayed version. */
  decide: (value: VerdictOf<Kind>, given: DecisionInput) => Promise<DecisionOutcome<unknown>>
}

/** The decision form of the case on the page. */
export function DecisionForm<Kind extends DecidedKind, Fact extends string>(props: CaseDecisionFormProps<Kind, Fact>) {
  const { kind, words, atHand, checked, withheld, decide, ...asked } = props
  const say = useMessages(cases)
  const { row, hasChanged, isDecided } = useCase()
  const me = useMe()
  const may = useMay('analyst')
  if (!may) return <p className={style.only}>{say.onlyLook}</p>

  async function send(
    { value, name }: Option<VerdictOf<Kind>>,
    reason: string,
    confirmed?: Unconfirmed,
  ): Promise<void> {
    const colleague = confirmed ? confirmed.colleague : colleagueOf(row, me.id)
    const facts = confirmed ? [] : contradicted(checked, value, atHand[value], reason)
    if (!confirmed && (colleague || facts.length > 0)) throw new Unconfirmed(facts, colleague)
    try {
      isDecided(await decide(value, { reason, ...(colleague && { taken_from: colleague.id }) }), name)
    } catch (thrown) {
      const holder = holderIn(thrown)
      if (holder) throw new Unconfirmed([], holder)
      if (!isProblem(thrown, 'CASE_CHANGED')) throw thrown
      hasChanged()
    }
  }
  const offered = optionsOf(kind).filter(({ value }) => value !== withheld)
  const options = offered.map(({ effect, value }) => ({
    effect,
    value,
    ...words[value],
    atHand: Object.values<string>(atHand[value]),
  }))
  return <VerdictForm {...asked} options={options} send={send} />
}

/** A decision that needs a confirmation: facts on the page contradict it, or the case is assigned to a colleague. */
class Unconfirmed extends Error {
  readonly facts: string[]
  readonly colleague: Colleague | undefined

  constructor(facts: string[], colleague: Colleague | undefined) {
    super('not confirmed')
    this.facts = facts
    this.colleague = colleague
  }
}

export interface Option<Value extends string> {
  effect: Effect
  value: Value
  name: string
  /** Its consequence, in a few words. */
  about: string
  /** Frequent reasons for it. */
  atHand: readonly string[]
}

interface DecisionFormProps<Value extends string> extends DecisionFields<Value> {
  options: readonly Option<Value>[]
  /** Sends it. An error is shown, and the decision can be sent again. `Unconfirmed` opens a confirmation. */
  send: (option: Option<Value>, reason: string, confirmed?: Unconfirmed) => Promise<void>
}

/** Choice between a few options, with a reason. Nothing is preselected: a number key selects, and Ctrl Enter decides. */
export function VerdictForm<Value extends string>(props: DecisionFormProps<Value>) {
  const { options, send, about, more, isComplete = () => true } = props
  const say = useMessages(cases)
  const form = useRef<HTMLFormElement>(null)
  const [value, setValue] = useState<Value>()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const chosen = options.find((one) => one.value === value)
  const ready = chosen !== undefined && reason.trim() !== '' && isComplete(chosen.value)

  /** The Tab key continues from the option selected by its number. */
  const choose = (option: Option<Value>) => {
    setValue(option.value)
    form.current?.querySelector<HTMLInputElement>(`[data-effect="${option.effect}"] input`)?.focus()
  }
  const numbers = options.map((option) => [effects[option.effect].key, () => choose(option)] as const)
  useKeys({ ...Object.fromEntries(numbers), 'mod+enter': () => form.current?.requestSubmit() })

  async function decide(option: Option<Value>, confirmed?: Unconfirmed): Promise<void> {
    setBusy(true)
    try {
      await send(option, reason.trim(), confirmed)
      setError(undefined)
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
        {options.map((option) => (
          <label
            key={option.value}
            className={`${style.verdict} ${style[effects[option.effect].tone]}`}
            data-effect={option.effect}
          >
            <input
              type="radio"
              name="verdict"
              value={option.value}
              checked={option.value === value}
              onChange={() => setValue(option.value)}
            />
            <span className={style.words}>
              <span className={style.name}>{option.name}</span>
              <span className={style.about}>{option.about}</span>
            </span>
            <KeyCap>{effects[option.effect].key}</KeyCap>
          </label>
        ))}
      </fieldset>
      {chosen && more?.(chosen.value)}
      <ReasonField label={say.reason} value={reason} onChange={setReason} atHand={chosen?.atHand ?? []} />
      {about && <p className={style.about}>{about}</p>}
      {error !== undefined && !(error instanceof Unconfirmed) && <Refusal error={error} />}
      <Button
        type="submit"
        look={chosen?.effect === 'destructive' ? 'grave' : 'first'}
        shortcut="Ctrl ↵"
        busy={busy}
        disabled={!ready}
      >
        {chosen?.name ?? say.decide}
      </Button>
      {error instanceof Unconfirmed && chosen && (
        <Confirm
          unconfirmed={error}
          option={chosen}
          send={() => decide(chosen, error)}
          onClose={() => setError(undefined)}
        />
      )}
    </form>
  )
}

interface Confirming {
  unconfirmed: Unconfirmed
  option: Option<string>
  send: () => Promise<void>
  onClose: () => void
}

function Confirm({ unconfirmed: { facts, colleague }, option, ...rest }: Confirming) {
  const say = useMessages(cases)
  return (
    <ConfirmDialog
      title={facts.length > 0 ? say.contradicts : say.heldBy(colleague!.name)}
      about={say.about(option.name)}
      action={say.decideAnyway}
      grave={option.effect === 'destructive'}
      {...rest}
    >
      {facts.length > 0 && (
        <ul className={style.facts}>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      {colleague && <Notice tone="warn">{say.decidesForColleague(colleague.name)}</Notice>}
    </ConfirmDialog>
  )
}
