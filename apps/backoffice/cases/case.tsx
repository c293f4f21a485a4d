import { Button } from '@eclusa/ui/components/button.tsx'
import { Deadline } from '@eclusa/ui/components/deadline.tsx'
import { Notice, Refusal } from '@eclusa/ui/components/notice.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { RevealDialog } from '@eclusa/ui/components/reveal-dialog.tsx'
import { Leap } from '@eclusa/ui/components/skip-link.tsx'
import { tell } from '@eclusa/ui/components/toast.tsx'
import { useKeys } from '@eclusa/ui/components/use-shortcuts.tsx'
import { language, useMessages } from '@eclusa/ui/i18n/language.ts'
import { shared } from '@eclusa/ui/i18n/shared-messages.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { DecisionOutcome } from '../api/client.ts'
import { counts, useMay } from '../api/queries.ts'
import { useWaitingOnCase, WaitingOnCase } from '../approvals/pending-approval-of-case.tsx'
import { changeRows } from '../queue/case-list.ts'
import { CaseTimeline } from '../timeline/case-timeline.tsx'
import style from './case.module.css'
import { CaseHead } from './case-head.tsx'
import { type CaseKey, isSameCase, keyOf } from './case-key.ts'
import { Decided, WaitsForSecond } from './decided.tsx'
import { caseQuery, caseQueryKey, type KindView } from './kind.ts'
import { cases } from './messages.ts'
import { rowQuery } from './row-query.ts'
import { CaseContext, type CaseInHand } from './use-case.ts'
import { useCaseRow } from './use-case-row.ts'

type AnyRecord = Record<string, unknown>
interface CaseProps {
  view: KindView<never>
  caseKey: CaseKey
}

/** The page of a case of any kind: facts on the left, documents and history in the middle, the decision on the right. */
export function Case(props: CaseProps) {
  const view = props.view as unknown as KindView<AnyRecord>
  const { caseKey } = props
  const say = useMessages(cases)
  const { loading } = useMessages(shared)
  const queries = useQueryClient()
  const query = caseQuery(props.view, caseKey)
  const { data, error } = useQuery(query)
  const row = useCaseRow(caseKey, !view.unqueued)
  const proposed = useWaitingOnCase(caseKey)
  const mayReveal = useMay('analyst', 'approver')
  const decision = useRef<HTMLDivElement>(null)
  const [revealed, setRevealed] = useState<AnyRecord>()
  const [asking, setAsking] = useState(false)
  const [changed, setChanged] = useState(false)
  const [decided, setDecided] = useState<{ outcome: DecisionOutcome<unknown>; name: string }>()

  const read = data as AnyRecord | undefined
  // Revealed values belong to the version at which they were revealed, and to no other.
  const isCurrent = revealed !== undefined && read !== undefined && view.versionOf(revealed) === view.versionOf(read)
  const record = isCurrent ? revealed : read
  const askToReveal = view.reveal && mayReveal && !isCurrent && record ? () => setAsking(true) : undefined

  const refresh = () => queries.invalidateQueries({ queryKey: query.queryKey })
  const inHand: CaseInHand = {
    key: caseKey,
    row,
    revealed: isCurrent,
    askToReveal,
    refresh,
    hasChanged() {
      setChanged(true)
      void refresh()
    },
    isDecided(outcome, name) {
      setChanged(false)
      setDecided({ outcome, name })
      if ('done' in outcome) tell(say.done(name))
      void refresh()
      void queries.invalidateQueries({ queryKey: rowQuery(caseKey).queryKey })
      void queries.invalidateQueries({ queryKey: counts.queryKey })
      if ('done' in outcome)
        changeRows(queries, (one) => (isSameCase(keyOf(one), caseKey) ? { ...one, waiting: false } : one))
    },
  }
  useKeys({ v: () => askToReveal?.() })

  if (error && !record)
    return <Room>{<Refusal error={error} action={<Again onClick={() => void refresh()} />} />}</Room>
  if (!record)
    return (
      <Room>
        <p role="status">{loading}</p>
      </Room>
    )
  const shown = { record, caseKey }
  return (
    <CaseContext value={inHand}>
      <CaseHead>
        <view.Head {...shown} />
      </CaseHead>
      <div className={style.columns}>
        <div className={style.facts}>
          <Panel
            title={say.facts}
            flush
            action={
              askToReveal && (
                <Button look="quiet" icon="eye" shortcut="V" onClick={askToReveal}>
                  {say.reveal}
                </Button>
              )
            }
          >
            <view.Facts {...shown} />
          </Panel>
        </div>
        <div className={style.middle}>
          {view.Papers && <view.Papers {...shown} />}
          <Panel title={say.history}>
            <History {...shown} view={view} revealed={isCurrent} />
          </Panel>
        </div>
        <Leap to={decision} name={say.toDecision}>
          {row?.waiting && <Deadline at={row.deadline} />}
        </Leap>
        <div ref={decision} className={style.decision} tabIndex={-1}>
          {!decided && <WaitingOnCase waiting={proposed} />}
          {changed && (
            <Notice tone="warn" title={say.changedTitle}>
              {say.changed}
            </Notice>
          )}
          {revealed && !isCurrent && <Notice tone="warn">{say.revealedAgain}</Notice>}
          <Panel title={say.decision}>
            {decided ? (
              <Decided {...decided} />
            ) : proposed.length > 0 ? (
              <WaitsForSecond />
            ) : (
              view.Decision && <view.Decision {...shown} />
            )}
          </Panel>
        </div>
      </div>
      {view.reveal && (
        <RevealDialog
          open={asking}
          onClose={() => setAsking(false)}
          reveal={async (reason) => setRevealed(await view.reveal!(caseKey, reason))}
        />
      )}
    </CaseContext>
  )
}

interface LoadedCase {
  view: KindView<AnyRecord>
  record: AnyRecord
  caseKey: CaseKey
  revealed: boolean
}

function History({ view, record, caseKey, revealed }: LoadedCase) {
  const teller = view.tellerOf(language.use(), record)
  return (
    <CaseTimeline caseKey={caseQueryKey(caseKey)} story={view.storyOf(record)} teller={teller} revealed={revealed} />
  )
}

const Room = ({ children }: { children: ReactNode }) => <div className={style.room}>{children}</div>

function Again({ onClick }: { onClick: () => void }) {
  return (
    <Button icon="refresh" onClick={onClick}>
      {useMessages(shared).retry}
    </Button>
  )
}
