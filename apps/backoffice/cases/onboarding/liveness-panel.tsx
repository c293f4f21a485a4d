import { Badge } from '@eclusa/ui/components/badge.tsx'
import { Button } from '@eclusa/ui/components/button.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { ReasonDialog } from '@eclusa/ui/components/reason-dialog.tsx'
import { tell } from '@eclusa/ui/components/toast.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { useState } from 'react'
import { desk } from '../../api/client.ts'
import { useMay } from '../../api/queries.ts'
import type { CasePartProps } from '../kind.ts'
import { useCase } from '../use-case.ts'
import { onboardings } from './messages.ts'
import style from './onboarding.module.css'
import { type LivenessOfCase, nameOf, type OnboardingRecord } from './record.ts'
import { FaceStatus } from './status.tsx'

type Change = 'revoke' | 'renew'
const ended = new Set(['finished', 'rejected', 'failed', 'expired', 'withdrawn'])

/** The face checks: whose face, which link, which videos. Roles with permission can end or replace the link. */
export function FacesPanel({ record }: CasePartProps<OnboardingRecord>) {
  const say = useMessages(onboardings)
  const { moment, number } = useFormats()
  const { refresh } = useCase()
  const may = useMay('analyst', 'operator')
  const [asked, setAsked] = useState<{ face: LivenessOfCase; change: Change }>()
  const { id, status } = record.onboarding
  const hasLink = (face: LivenessOfCase) =>
    face.method === 'LINK' && face.status === 'WAITING_SUBMISSION' && !ended.has(status)

  async function send({ face, change }: NonNullable<typeof asked>, reason: string): Promise<void> {
    const { legal_representative_id } = face
    await desk.POST(`/v1/onboardings/{id}/liveness/${change}`, {
      params: { path: { id } },
      body: { reason, ...(legal_representative_id && { legal_representative_id }) },
    })
    tell(say.linkChanges[change].done)
    await refresh()
  }

  return (
    <Panel title={say.faces} count={record.faces.length} flush>
      <ul className={style.list}>
        {record.faces.map((face) => (
          <li key={face.id} className={style.one}>
            <p className={style.line}>
              <span className={style.name}>{nameOf(record, face.legal_representative_id) ?? say.thePerson}</span>
              <span className={style.soft}>
                {said(say.methods, face.method)}
                {face.method === 'LINK' && ` · ${say.linkNumber(face.generation)} · ${say.linkAttempts(face.attempts)}`}
              </span>
              <span className={style.end}>
                {face.revoked_at && <Badge tone="warn">{say.revoked}</Badge>}
                <FaceStatus status={face.status} />
              </span>
            </p>
            <ul className={style.said}>
              {face.films.map((film) => (
                <li key={film.id}>
                  {moment(film.captured_at)} · {number(Math.round(film.duration_ms / 100) / 10)} s · {film.width}×
                  {film.height} · {said(say.filmStates, film.state)}
                  {film.liveness_provider && ` · ${film.liveness_provider}`}
                </li>
              ))}
            </ul>
            {may && hasLink(face) && (
              <p className={style.actions}>
                {!face.revoked_at && (
                  <Button onClick={() => setAsked({ face, change: 'revoke' })}>{say.linkChanges.revoke.action}</Button>
                )}
                <Button onClick={() => setAsked({ face, change: 'renew' })}>{say.linkChanges.renew.action}</Button>
              </p>
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <ReasonDialog
          open
          onClose={() => setAsked(undefined)}
          {...say.linkChanges[asked.change]}
          grave={asked.change === 'revoke'}
          send={(reason) => send(asked, reason)}
        />
      )}
    </Panel>
  )
}
