import { Button } from '@eclusa/ui/components/button.tsx'
import { Notice, Refusal } from '@eclusa/ui/components/notice.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { RevealDialog } from '@eclusa/ui/components/reveal-dialog.tsx'
import { useKeys } from '@eclusa/ui/components/use-shortcuts.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { Back } from '@eclusa/ui/layout/back.tsx'
import { PageBody } from '@eclusa/ui/layout/page-body.tsx'
import { PageHead } from '@eclusa/ui/layout/page-head.tsx'
import { useCommands } from '@eclusa/ui/layout/palette.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Changes } from '../components/changes.tsx'
import { useDid } from '../i18n/action-label.ts'
import style from './audit-log.module.css'
import { EntryChain, EntryFacts } from './entry-facts.tsx'
import { journal } from './messages.ts'
import { journalKey, oneEntry, reveal } from './queries.ts'
import type { AuditEntryRow } from './search.ts'

const route = getRouteApi('/journal/$sequence')

export function EntryPage() {
  const { sequence } = route.useParams()
  const { data, error } = useQuery(oneEntry(sequence))
  if (error && !data) return <Refusal error={error} />
  // Another entry is another page: revealed values of the previous one are gone.
  return data && <OneEntry key={sequence} entry={data} />
}

/** One entry: the person, the act, the values before and after, and the personal data, revealed with a reason. */
function OneEntry({ entry }: { entry: AuditEntryRow }) {
  const say = useMessages(journal)
  const did = useDid()
  const navigate = useNavigate()
  const number = String(entry.sequence)
  useKeys({ Escape: () => void navigate({ to: '/journal' }) })
  return (
    <>
      <PageHead
        title={say.entry(number)}
        back={
          <Back>
            <Link to="/journal">{say.back}</Link>
          </Back>
        }
      >
        <span>{did(entry)}</span>
      </PageHead>
      <PageBody
        side={
          <Panel title={say.chain} flush>
            <EntryChain entry={entry} />
          </Panel>
        }
      >
        <Panel title={say.what} flush>
          <EntryFacts entry={entry} />
        </Panel>
        <Panel title={say.changes} flush>
          <Changes label={say.changes} changes={entry.changes} empty={say.noChanges} />
        </Panel>
        <Sealed sequence={number} hasSealed={entry.has_sealed} />
      </PageBody>
    </>
  )
}

/** Personal data of an entry, kept while this page is open. */
function Sealed({ sequence, hasSealed }: { sequence: string; hasSealed: boolean }) {
  const say = useMessages(journal)
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [sealed, setSealed] = useState<Record<string, unknown>>()
  const ask = hasSealed && !sealed ? () => setAsking(true) : undefined
  useKeys({ v: () => ask?.() })
  useCommands(ask ? [{ name: say.reveal, icon: 'eye', run: ask }] : [])
  return (
    <Panel
      title={say.sealed}
      flush
      action={
        ask && (
          <Button look="quiet" icon="eye" shortcut="V" onClick={ask}>
            {say.reveal}
          </Button>
        )
      }
    >
      {sealed ? (
        <>
          <div className={style.sealed}>
            <Notice>{say.revealed}</Notice>
          </div>
          <Changes label={say.sealed} changes={sealed} empty={say.noSealed} />
        </>
      ) : (
        <p className={style.sealed}>{hasSealed ? say.sealedDetail : say.noSealed}</p>
      )}
      <RevealDialog
        open={asking}
        onClose={() => setAsking(false)}
        reveal={async (reason) => {
          const revealed = await reveal(sequence, reason)
          setSealed(revealed.sealed)
          void queries.invalidateQueries({ queryKey: [...journalKey, 'list'] })
        }}
      />
    </Panel>
  )
}
