import { Badge } from '@eclusa/ui/components/badge.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import style from './endpoints.module.css'
import { endpoints } from './messages.ts'
import type { OwnEndpoint } from './queries.ts'

/** The health of an endpoint in a word, with its time. */
export function Health({ enabled, disabled_at, paused_until, failing_since }: OwnEndpoint) {
  const say = useMessages(endpoints)
  const { moment } = useFormats()
  const told = !enabled
    ? { tone: 'plain' as const, word: say.disabled, when: disabled_at && say.since(moment(disabled_at)) }
    : paused_until
      ? { tone: 'bad' as const, word: say.paused, when: say.until(moment(paused_until)) }
      : failing_since
        ? { tone: 'warn' as const, word: say.failing, when: say.since(moment(failing_since)) }
        : { tone: 'good' as const, word: say.healthy, when: undefined }
  return (
    <span className={style.health}>
      <Badge tone={told.tone}>{told.word}</Badge>
      {told.when && <span className={style.faint}>{told.when}</span>}
    </span>
  )
}
