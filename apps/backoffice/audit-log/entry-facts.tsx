import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Fact, Facts } from '@eclusa/ui/components/facts.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { shared } from '@eclusa/ui/i18n/shared-messages.ts'
import { Link } from '@tanstack/react-router'
import { useDid } from '../i18n/action-label.ts'
import { SubjectWithId } from '../layout/subject-link.tsx'
import style from './audit-log.module.css'
import { journal } from './messages.ts'
import { rolesSaid } from './role-labels.ts'
import type { AuditEntryRow } from './search.ts'

export function EntryFacts({ entry }: { entry: AuditEntryRow }) {
  const say = useMessages(journal)
  const did = useDid()
  const { roles } = useMessages(shared)
  const { precise } = useFormats()
  const { actor_id, actor_name, actor_kind, role, network, credential_id, user_id, proposal_id, request_id } = entry
  return (
    <>
      <Facts>
        <Fact name={say.what}>{did(entry)}</Fact>
        <Fact name={say.about}>
          <SubjectWithId of={entry} />{' '}
          <Link className={style.all} to="/journal" search={{ subject_id: entry.subject_id }}>
            {say.allAbout}
          </Link>
        </Fact>
        <Fact name={say.why}>{entry.reason ?? '–'}</Fact>
        <Fact name={say.at}>{precise(entry.created_at)}</Fact>
        {user_id && (
          <Fact name={say.user}>
            <Id value={user_id} />
          </Fact>
        )}
        {proposal_id && (
          <Fact name={say.proposal}>
            <Link to="/proposals/$id" params={{ id: proposal_id }}>
              …{proposal_id.slice(-8)}
            </Link>
          </Fact>
        )}
      </Facts>
      <Facts>
        <Fact name={say.who}>
          {actor_name}{' '}
          <Link className={style.all} to="/journal" search={{ actor_id }}>
            {say.allBy}
          </Link>
        </Fact>
        <Fact name={say.actorId}>
          <Id value={actor_id} whole />
        </Fact>
        <Fact name={say.kind}>{said(say.kinds, actor_kind)}</Fact>
        <Fact name={say.role}>{rolesSaid(roles, role)}</Fact>
        {network && <Fact name={say.network}>{network}</Fact>}
        {credential_id && (
          <Fact name={say.credential}>
            <Id value={credential_id} />
          </Fact>
        )}
        <Fact name={say.request}>
          <Id value={request_id} />
        </Fact>
      </Facts>
    </>
  )
}

/** The hash chain of an entry: changing one entry changes all that follow. */
export function EntryChain({ entry: { previous_hash, hash } }: { entry: AuditEntryRow }) {
  const say = useMessages(journal)
  return (
    <Facts>
      <Fact name={say.previous}>
        <code className={style.hash}>{previous_hash || '–'}</code>
      </Fact>
      <Fact name={say.hash}>
        <code className={style.hash}>{hash}</code>
      </Fact>
    </Facts>
  )
}
