import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import type { Schemas } from '../../../api/client.ts'
import { ways } from './messages.ts'
import style from './tracking-graph.module.css'

/** How far DICT traced the money. Payments beyond are not shown and may exist. */
export function Followed({ followed }: { followed: Schemas['FollowedUpTo'] }) {
  const say = useMessages(ways)
  const { moment, money } = useFormats()
  const { at, min_amount, max_payments, hop_window, max_hops } = followed
  const limits = [
    max_hops !== undefined && say.limits.max_hops(max_hops),
    max_payments !== undefined && say.limits.max_payments(max_payments),
    hop_window !== undefined && say.limits.hop_window(spanOf(hop_window)),
    min_amount !== undefined && say.limits.min_amount(money(min_amount)),
  ].filter((limit) => limit !== false)
  return (
    <p className={style.followed}>
      {[say.followed(moment(at)), ...limits].join(' · ')}. {say.beyond} {say.legend}
    </p>
  )
}

/** DICT writes durations as PT1H or PT30M. */
function spanOf(iso: string): string {
  const [, hours, minutes] = /^PT(?:(\d+)H)?(?:(\d+)M)?$/.exec(iso) ?? []
  const parts = [hours && `${hours} h`, minutes && `${minutes} min`].filter(Boolean)
  return parts.join(' ') || iso
}
