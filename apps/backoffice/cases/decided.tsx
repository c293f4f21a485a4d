import { Button } from '@eclusa/ui/components/button.tsx'
import { Notice } from '@eclusa/ui/components/notice.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { Link } from '@tanstack/react-router'
import type { DecisionOutcome } from '../api/client.ts'
import { useNextCase } from '../queue/next-case.ts'
import style from './decision-form.module.css'
import { cases } from './messages.ts'
import { useCase } from './use-case.ts'

/** The result of a decision, and the link to the next case. */
export function Decided({ outcome, name }: { outcome: DecisionOutcome<unknown>; name: string }) {
  const say = useMessages(cases)
  const { moment } = useFormats()
  return (
    <div className={style.form}>
      {'proposed' in outcome ? (
        <Notice
          tone="accent"
          title={say.proposed}
          action={
            <Link to="/proposals/$id" params={{ id: outcome.proposed.id }}>
              {say.toProposal}
            </Link>
          }
        >
          {say.proposedDetail(moment(outcome.proposed.lapses_at))}
        </Notice>
      ) : (
        <Notice tone="good" title={say.done(name)}>
          {say.doneDetail}
        </Notice>
      )}
      <Next autoFocus />
    </div>
  )
}

/**
 * Shown in place of the decision form while a proposal waits for a second person, so that the form is not offered again
 * after a reload.
 */
export function WaitsForSecond() {
  const say = useMessages(cases)
  return (
    <div className={style.form}>
      <p>{say.waitsForSecond}</p>
      <Next />
    </div>
  )
}

function Next({ autoFocus }: { autoFocus?: boolean }) {
  const say = useMessages(cases)
  const next = useNextCase(useCase().row)
  return (
    <Button look="first" shortcut="N" autoFocus={autoFocus} onClick={() => void next.go()}>
      {say.next}
    </Button>
  )
}
