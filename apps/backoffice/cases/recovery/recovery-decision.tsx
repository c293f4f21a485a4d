import { Notice } from '@eclusa/ui/components/notice.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import type { Schemas } from '../../api/client.ts'
import { Guidance } from '../../pix/guidance.tsx'
import type { CasePartProps } from '../kind.ts'
import { recoveries } from './messages.ts'
import style from './recovery.module.css'

/** DICT accepts or rejects it. The desk finds out why it was rejected. */
export function RecoveryDecision({ record: { recovery } }: CasePartProps<Schemas['RecoveryCase']>) {
  const say = useMessages(recoveries)
  const { status, waiting_code, waiting_message, failed_code, failed_message } = recovery
  if (failed_code)
    return (
      <Notice tone="bad" title={say.failed}>
        {failed_message ?? failed_code}
      </Notice>
    )
  if (status !== 'CREATED' || !waiting_code) return <p>{say.nothing}</p>
  return (
    <div className={style.stuck}>
      <Guidance title={say.stuck} steps={say.steps}>
        {waiting_message ?? ''} {say.stuckDetail(waiting_code)}
      </Guidance>
    </div>
  )
}
